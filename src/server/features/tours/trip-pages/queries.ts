import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** A tour's position in the order of `tours_list_idx`. */
export interface Place {
  position: number
  id: string
}

/** Returns every `size`-th active tour, beginning with the first: the starts of the sitemap's parts. */
export async function listPartStarts(db: Database, size: number): Promise<Place[]> {
  const numbered = db
    .selectFrom('tours')
    .select(['position', 'id', sql<number>`row_number() over (order by position, id)`.as('number')])
    .where('is_active', '=', true)
    .as('numbered')
  return db
    .selectFrom(numbered)
    .select(['position', 'id'])
    .where(sql<number>`number % ${sql.lit(size)}`, '=', 1)
    .orderBy('number')
    .execute()
}

interface Stretch {
  /** Inclusive; undefined means from the beginning. */
  from: Place | undefined
  /** Exclusive; undefined means to the end. */
  to: Place | undefined
  after?: Place | undefined
  limit: number
}

/** Returns the active tours of a stretch, each with the time of its last change. */
export async function listTourChanges(db: Database, { from, to, after, limit }: Stretch): Promise<(Place & { updated_at: Date })[]> {
  return db
    .selectFrom('tours')
    .select(['position', 'id', 'updated_at'])
    .where('is_active', '=', true)
    .$if(after !== undefined, (tours) => tours.where(compared('>', after)))
    .$if(after === undefined && from !== undefined, (tours) => tours.where(compared('>=', from)))
    .$if(to !== undefined, (tours) => tours.where(compared('<', to)))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function compared(sign: '>' | '>=' | '<', place: Place | undefined): RawBuilder<boolean> {
  return sql`(position, id) ${sql.raw(sign)} (${place?.position}::integer, ${place?.id}::text)`
}
