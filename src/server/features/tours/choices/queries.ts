import { sql } from 'kysely'
import { MAX_DESTINATIONS, SPECIFIED_DESTINATIONS, type TourChoices } from '#shared/tours/choices.ts'
import type { Database } from '#server/lib/db.ts'

/**
 * Returns the regions of active tours that are not specified, each once whatever its case, and the largest group. A region
 * with one destination is named by it ("London, United Kingdom"). Steps from region to region in their index, however many
 * tours there are.
 */
export async function findTourChoices(db: Database): Promise<TourChoices> {
  const specified = SPECIFIED_DESTINATIONS.map((name) => name.toLowerCase())
  const { rows } = await sql<TourChoices>`
    with recursive regions as (
      (${firstOf(sql``)})
      union all
      select next.* from regions cross join lateral (${firstOf(sql`and region_of(destination) > regions.region`)}) as next
    ), named as (
      select case when exists (select from tours where is_active and region_of(destination) = region and destination <> regions.destination)
        then btrim(regexp_replace(destination, '^.*,', '')) else destination end as name
      from regions where region <> all(${specified}::text[]) and region <> '' limit ${MAX_DESTINATIONS}
    )
    select array(select name from named order by lower(name)) as destinations,
      (select coalesce(max(max_people), 0) from tours where is_active) as "largestGroup"`.execute(db)
  return rows[0] ?? { destinations: [], largestGroup: 0 }
}

function firstOf(behind: ReturnType<typeof sql>) {
  return sql`select region_of(destination) as region, destination from tours where is_active ${behind}
    order by region_of(destination), duration, base_price_cents, id limit 1`
}
