import { sql, type RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'

/** How many rows of a list are in memory at once. */
const PAGE = 100

/**
 * What one feature keeps about a person. Each feature implements this for its own tables (`personal-data.ts`), and the
 * application hands all of them to the accounts feature, which can export and delete an account without knowing the others.
 */
export interface PersonalData {
  /**
   * Returns everything that belongs to the person, in parts whose names people understand. A list that may be long is an async
   * iterable, read as the file is written (`inPages`).
   */
  export(db: Database, userId: string): Promise<Record<string, unknown>>
  /** Returns why the account cannot be deleted now and what to do about it, in words for its owner; undefined when it can. */
  findObstacle(trx: Trx, userId: string, now: Date): Promise<string | undefined>
  /**
   * Removes or anonymises whatever identifies the person; what the law requires us to keep stays without it. Returns the
   * removal of files, to be run once the transaction has ended.
   */
  forget(trx: Trx, userId: string, now: Date): Promise<(() => Promise<void>) | undefined>
  /**
   * Removes what anybody could have typed into an account whose address nobody had confirmed, and what would lead its emails elsewhere;
   * bookings stay. Returns the removal of files, like `forget`.
   */
  forgetTyped?(trx: Trx, userId: string): Promise<(() => Promise<void>) | undefined>
  /** Sends to the account's new address what would go to its old one; both in lower case or as the person wrote them. */
  moveEmail?(trx: Trx, userId: string, from: string, to: string): Promise<void>
}

/**
 * Yields what `load` makes of the rows with these ids, in their order, a page at a time: of a long list only the ids are in memory.
 * A row that is deleted meanwhile is left out.
 */
export async function* inPages<T>(
  rows: readonly { id: string }[],
  load: (ids: readonly string[]) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let at = 0; at < rows.length; at += PAGE) yield* await load(rows.slice(at, at + PAGE).map(({ id }) => id))
}

/** Selects the rows of a page. One array, so that the statement is the same for every page. */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids})`
}
