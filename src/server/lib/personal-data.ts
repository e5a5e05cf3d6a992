import { sql, type RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'

const PAGE = 100

/**
 * Implemented by each feature for its own tables (`personal-data.ts`), so that accounts can export and delete an account
 * without knowing the other features.
 */
export interface PersonalData {
  /**
   * Its keys are names that people understand. A list that may be long is an async iterable, read while the file is
   * written (`inPages`).
   */
  export(db: Database, userId: string): Promise<Record<string, unknown>>
  /** Returns why the account cannot be deleted now and what to do about it, in words for its owner, or undefined if it can. */
  findObstacle(trx: Trx, userId: string, now: Date): Promise<string | undefined>
  /** Records required by law stay, anonymised. Returns a function that removes files, to be called after the transaction. */
  forget(trx: Trx, userId: string, now: Date): Promise<(() => Promise<void>) | undefined>
  /**
   * Removes what anyone could have typed into an account with an unconfirmed address, and what would send its emails
   * elsewhere; bookings stay. Returns a function that removes files, like `forget`.
   */
  forgetTyped?(trx: Trx, userId: string): Promise<(() => Promise<void>) | undefined>
  /** Addresses may be in any case. */
  moveEmail?(trx: Trx, userId: string, from: string, to: string): Promise<void>
}

/**
 * Loads rows in the order of `rows`, a page at a time, so that only the ids of a long list are in memory. Skips rows
 * deleted in the meantime.
 */
export async function* inPages<T>(
  rows: readonly { id: string }[],
  load: (ids: readonly string[]) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let at = 0; at < rows.length; at += PAGE) yield* await load(rows.slice(at, at + PAGE).map(({ id }) => id))
}

/** Uses a single array parameter, so that the statement is the same for every page. */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${ids})`
}
