import { DAY_MS } from '#shared/dates.ts'
import type { Trx } from '#server/lib/db.ts'
import { alarm } from '#server/emails/agency.ts'
import { isMailWaiting } from '#server/features/mails/queries.ts'

/** Trouble that comes and goes within this time is one alarm. */
const CALM_MS = 15 * 60_000

export interface AlarmNews {
  state: 'begun' | 'lasts' | 'over'
  since: Date
}

/**
 * Notes that something is wrong. Returns what administrators have to be told now: that it has begun, or a day after they were told last, that
 * it lasts. Of several processes one gets an answer.
 */
export async function noteTrouble(trx: Trx, name: string, at: Date): Promise<AlarmNews | undefined> {
  const begun = await trx
    .insertInto('alarms')
    .values({ name, began_at: at, told_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (begun.numInsertedOrUpdatedRows === 1n) return { state: 'begun', since: at }
  await trx.updateTable('alarms').set({ fine_since: null }).where('name', '=', name).where('fine_since', 'is not', null).execute()
  // While no email goes out, another would only wait beside the first.
  if (await isMailWaiting(trx, alarm.template)) return undefined
  const lasting = await trx
    .updateTable('alarms')
    .set({ told_at: at })
    .where('name', '=', name)
    .where('told_at', '<=', new Date(at.getTime() - DAY_MS))
    .returning('began_at')
    .executeTakeFirst()
  return lasting && { state: 'lasts', since: lasting.began_at }
}

/** Notes that nothing is wrong. Returns that an alarm is over, once it has been so for a while. Of several processes one gets an answer. */
export async function noteCalm(trx: Trx, name: string, at: Date): Promise<AlarmNews | undefined> {
  await trx.updateTable('alarms').set({ fine_since: at }).where('name', '=', name).where('fine_since', 'is', null).execute()
  const ended = await trx
    .deleteFrom('alarms')
    .where('name', '=', name)
    .where('fine_since', '<=', new Date(at.getTime() - CALM_MS))
    .returning('began_at')
    .executeTakeFirst()
  return ended && { state: 'over', since: ended.began_at }
}
