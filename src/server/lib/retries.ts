import type { RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'
import { isOneOf } from './personal-data.ts'

const FIRST_PAUSE_MS = 60_000

/** The pause doubles with each consecutive failure, from a minute up to `longestMs`. */
export function nextTryAt(tries: number, now: Date, longestMs: number): Date {
  return new Date(now.getTime() + Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (tries - 1)))
}

/** Retry counters of a table whose rows are retried until they are completed. */
export interface Tries {
  /** Counts a failed try. Returns the number of consecutive failures. */
  countFailure(trx: Trx, id: string): Promise<number>
  postpone(trx: Trx, id: string, until: Date): Promise<void>
  reset(trx: Trx, id: string, now: Date): Promise<void>
  findEnded(db: Database, ids: readonly string[]): Promise<Set<string>>
}

/** For the feature that owns the table. `isOver` is the condition for a completed row. */
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
