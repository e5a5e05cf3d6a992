import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { MAX_SIMILAR } from '#shared/tours/public.ts'
import type { Database } from '#server/lib/db.ts'

/** Neighbours of each kind compared on either side; this bounds the reading however many tours there are. */
const NEIGHBOURS = 24

/** Prefixes shared with an index. The empty one serves regions with hardly any other tour. */
const KINDS = [sql`destination = seen.destination and`, sql`region_of(destination) = region_of(seen.destination) and`, sql``]

/**
 * Returns tours similar to this one, most similar first: in the same place or region, for the same interests, of about
 * the same length and price. Empty if there is no such active tour. Leaves out tours whose listed dates have all passed
 * by `today` in the agency's time zone.
 */
export async function findSimilarTours(db: Database, tourId: string, today: Day): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with seen as (
      select id, destination, duration, base_price_cents, tags from tours where id = ${tourId} and is_active
    ), neighbours as (${sql.join(
      KINDS.flatMap((kind) => [neighbours(kind, true), neighbours(kind, false)]),
      sql` union `,
    )})
    select tours.id from neighbours join tours using (id) cross join seen
    where tours.run_dates is null or exists (select from unnest(tours.run_dates) as day where day >= ${today}::date)
    order by
      (tours.destination = seen.destination)::integer + 3 * (region_of(tours.destination) = region_of(seen.destination))::integer
      + 0.5 * (select count(*) from unnest(tours.tags) as tag where tag = any(seen.tags))
      - least(2, abs(tours.duration - seen.duration)::numeric / seen.duration)
      - least(2, abs(tours.base_price_cents - seen.base_price_cents)::numeric / greatest(seen.base_price_cents, 1))
      + coalesce(tours.rating_sum::numeric / nullif(tours.rating_count, 0) / 10, 0.4) desc,
      tours.id
    limit ${MAX_SIMILAR}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the tours next to this one in index order. */
function neighbours(kind: RawBuilder<unknown>, isAfter: boolean): RawBuilder<unknown> {
  const [sign, order] = isAfter ? [sql`>`, sql``] : [sql`<`, sql`desc`]
  return sql`(select near.id from seen cross join lateral (
    select id from tours
    where is_active and ${kind} (duration, base_price_cents, id) ${sign} (seen.duration, seen.base_price_cents, seen.id)
    order by duration ${order}, base_price_cents ${order}, id ${order} limit ${NEIGHBOURS}) as near)`
}
