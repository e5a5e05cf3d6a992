import type { RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'
import { isOneOf } from './personal-data.ts'

const FIRST_PAUSE_MS = 60_000

/** After each failure in a row the pause doubles, from a minute up to `longestMs`. */
export function nextTryAt(tries: number, now: Date, longestMs: number): Date {
  return new Date(now.getTime() + Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (tries - 1)))
}

/** The counts of tries of a table whose rows are tried until they have come to their end. */
export interface Tries {
  /** Counts a try that has failed. Returns how many have in a row. */
  countFailure(trx: Trx, id: string): Promise<number>
  postpone(trx: Trx, id: string, until: Date): Promise<void>
  /** Forgets the failures of a row that no longer fails. */
  reset(trx: Trx, id: string, now: Date): Promise<void>
  /** Returns which of these rows have come to their end. */
  findEnded(db: Database, ids: readonly string[]): Promise<Set<string>>
}

/** Returns the counts of tries of a table, for the feature that owns it. */
export function triesOf(table: 'provider_events' | 'payment_attempts' | 'refunds', isOver: RawBuilder<boolean>): Tries {
  // The three tables have these columns in common.
  const name = table as 'refunds'
  return {
    async countFailure(trx, id) {
      const { tries } = await trx
        .updateTable(name)
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .returning('tries')
        .executeTakeFirstOrThrow()
      return tries
    },
    async postpone(trx, id, until) {
      await trx.updateTable(name).set({ next_try_at: until }).where('id', '=', id).execute()
    },
    async reset(trx, id, now) {
      await trx.updateTable(name).set({ tries: 0, next_try_at: now }).where('id', '=', id).execute()
    },
    async findEnded(db, ids) {
      const rows = await db.selectFrom(name).select('id').where(isOneOf('id', ids)).where(isOver).execute()
      return new Set(rows.map(({ id }) => id))
    },
  }
}
