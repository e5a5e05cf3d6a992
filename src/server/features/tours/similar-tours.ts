import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { RunDays } from '#shared/run-days.ts'
import { MAX_SIMILAR } from '#shared/tours/public.ts'
import type { Database } from '#server/lib/db.ts'

/** Neighbours of each kind compared on either side; this bounds the reading however many tours there are. */
const NEIGHBOURS = 24

/** The columns that say on which days a tour runs. */
interface Candidate {
  id: string
  run_weekdays: number
  run_dates: Day[] | null
  run_rules: RunDays | null
}

/** Prefixes shared with an index. The empty one serves regions with hardly any other tour. */
const KINDS = [sql`destination = seen.destination and`, sql`region_of(destination) = region_of(seen.destination) and`, sql``]

/**
 * Returns tours similar to this one, most similar first: in the same place or region, for the same interests, of about
 * the same length and price. Empty if there is no such active tour. Leaves out those that `departs` says
 * have no departure to come.
 */
export async function findSimilarTours(db: Database, tourId: string, departs: (tour: Candidate) => boolean): Promise<string[]> {
  const { rows } = await sql<Candidate>`
    with seen as (
      select id, destination, duration, base_price_cents, tags from tours where id = ${tourId} and is_active
    ), neighbours as (${sql.join(
      KINDS.flatMap((kind) => [neighbours(kind, true), neighbours(kind, false)]),
      sql` union `,
    )})
    select tours.id, run_weekdays, run_dates::text[], run_rules from neighbours join tours using (id) cross join seen
    order by
      (tours.destination = seen.destination)::integer + 3 * (region_of(tours.destination) = region_of(seen.destination))::integer
      + 0.5 * (select count(*) from unnest(tours.tags) as tag where tag = any(seen.tags))
      - least(2, abs(tours.duration - seen.duration)::numeric / seen.duration)
      - least(2, abs(tours.base_price_cents - seen.base_price_cents)::numeric / greatest(seen.base_price_cents, 1))
      + coalesce(tours.rating_sum::numeric / nullif(tours.rating_count, 0) / 10, 0.4) desc,
      tours.id`.execute(db)
  return rows
    .filter(departs)
    .slice(0, MAX_SIMILAR)
    .map(({ id }) => id)
}

/** Selects the tours next to this one in index order. */
function neighbours(kind: RawBuilder<unknown>, isAfter: boolean): RawBuilder<unknown> {
  const [sign, order] = isAfter ? [sql`>`, sql``] : [sql`<`, sql`desc`]
  return sql`(select near.id from seen cross join lateral (
    select id from tours
    where is_active and ${kind} (duration, base_price_cents, id) ${sign} (seen.duration, seen.base_price_cents, seen.id)
    order by duration ${order}, base_price_cents ${order}, id ${order} limit ${NEIGHBOURS}) as near)`
}
