import type { Database, Trx } from './db.ts'

/**
 * What one feature keeps about a person. Each feature implements this for its own tables (`personal-data.ts`), and the
 * application hands all of them to the accounts feature, which can export and delete an account without knowing the others.
 */
export interface PersonalData {
  /** Returns everything that belongs to the person, in parts whose names people understand. */
  export(db: Database, userId: string): Promise<Record<string, unknown>>
  /** Returns why the account cannot be deleted now and what to do about it, in words for its owner; undefined when it can. */
  findObstacle(trx: Trx, userId: string, now: Date): Promise<string | undefined>
  /**
   * Removes or anonymises whatever identifies the person; what the law requires us to keep stays without it. Returns the
   * removal of files, to be run once the transaction has ended.
   */
  forget(trx: Trx, userId: string, now: Date): Promise<(() => Promise<void>) | undefined>
}
