import { sql } from 'kysely'
import type { DB } from '../../src/server/lib/db-types.ts'
import type { Browser, SiteResponse } from './browser.ts'
import { poll } from './poll.ts'
import { idOf } from './reservations.ts'
import type { TestApp } from './test-app.ts'

/** Returns a checksum of each table. */
export async function stateOf({ deps }: TestApp, tables: readonly (keyof DB)[]): Promise<unknown> {
  const hash = (table: string) =>
    sql`select md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.table(table)} t`.execute(deps.db)
  return Promise.all(tables.map(async (table) => [table, (await hash(table)).rows]))
}

export async function isWaiting({ deps }: TestApp): Promise<boolean> {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return ((await waiting.execute(deps.db)).rows[0]?.count ?? 0) > 0
}

/** Makes a call and ends its caller's session after the guard has let it in, so that only its transaction can notice. */
export async function callWhileEnding(site: TestApp, who: Browser, call: () => Promise<SiteResponse>): Promise<SiteResponse> {
  const userId = await idOf(site, who)
  const answer = await site.deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('sessions').set({ revoked_at: new Date() }).where('user_id', '=', userId).execute()
    const pending = call()
    await Promise.race([pending, poll('the call to wait', async () => isWaiting(site))])
    return { pending }
  })
  return answer.pending
}
