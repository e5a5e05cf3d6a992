import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** A tour's place in the list of tours, which `tours_list_idx` has in order. */
export interface Place {
  position: number
  id: string
}

/** Returns every `size`-th active tour in the order of the list, beginning with the first: where the parts of a sitemap begin. */
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
  /** The first place; undefined: from the beginning. */
  from: Place | undefined
  /** The place after the last one; undefined: to the end. */
  to: Place | undefined
  /** Goes on after this place. */
  after?: Place | undefined
  limit: number
}

/** Returns active tours of a stretch of the list, with the moment of their last change. */
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
