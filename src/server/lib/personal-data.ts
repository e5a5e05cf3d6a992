import type { Database, Trx } from './db.ts'

/**
 * What one feature keeps of a person. Each feature says it of its own tables (`personal-data.ts`), the application hands
 * all of them to the accounts: so an account can be told and ended without knowing what else there is.
 */
export interface PersonalData {
  /** Everything of the person's own, in parts with names that people understand. */
  export(db: Database, userId: string): Promise<Record<string, unknown>>
  /** Why the account cannot end now and what to do about it, in words for its owner; undefined when nothing is in the way. */
  findObstacle(trx: Trx, userId: string, now: Date): Promise<string | undefined>
  /**
   * Removes or anonymises what tells who the person is; what the law asks to keep stays without it. Returns the removal of
   * files, to be run once the transaction has ended.
   */
  forget(trx: Trx, userId: string, now: Date): Promise<(() => Promise<void>) | undefined>
}
