import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#shared/dates.ts'
import type { HealthCheck } from '#shared/desk/health.ts'
import { momentInWords } from '#shared/reservations/due-moments.ts'
import { alarm, alarmMail } from '#server/emails/agency.ts'
import { listAdministratorAddresses } from '#server/features/accounts/people/staff.ts'
import { isMailWaiting } from '#server/features/mails/queries.ts'
import { CardProviderError, reasonOf } from '#server/lib/card-provider.ts'
import { findFreeBytes, MAKE_ROOM, sayFree, TIGHT_BYTES } from '#server/lib/data-folder.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { checkHealth, findBackupTrouble, PROVIDER_ALARM } from './health.ts'

/**
 * Looks at what may be wrong, and notifies administrators by email and in the log when an alarm begins, each day while it lasts, and when it is
 * over. A look that fails changes nothing.
 */
export async function watchAlarms(deps: Deps, log: FastifyBaseLogger, checks: readonly AlarmCheck[] = ALARM_CHECKS): Promise<void> {
  for (const { name, look } of checks) {
    try {
      const says = await look(deps)
      await notifyAdministrators(deps, log, name, says)
    } catch (error) {
      log.error({ err: error, alarm: name }, 'alert check failed')
    }
  }
}

async function notifyAdministrators(
  { db, queue, now, config, origins }: Deps,
  log: FastifyBaseLogger,
  name: string,
  says: string | undefined,
) {
  const at = now()
  const state = await db.transaction().execute(async (trx) => {
    const news = says === undefined ? await noteCalm(trx, name, at) : await noteTrouble(trx, name, at)
    if (!news) return undefined
    const since = news.since.toISOString()
    const facts = { name, state: news.state, says: says ?? null, since, timeZone: config.AGENCY_TIME_ZONE, siteUrl: origins.ofMails() }
    for (const address of await listAdministratorAddresses(trx)) await queueMail(trx, queue, alarmMail(address, at, facts))
    return news.state
  })
  if (state === 'over') log.info({ alarm: name }, 'alert resolved')
  else if (state) log.error({ alarm: name }, `alarm: ${says}`)
}

/** Something that administrators are notified of wherever it is noticed. */
export interface AlarmCheck {
  /** In a word or two: it stands in subjects, and names the alarm in the database. */
  name: string
  /** Returns what is wrong and what to do about it; undefined if nothing is. */
  look(deps: Deps): Promise<string | undefined>
}

export const ALARM_CHECKS: readonly AlarmCheck[] = [
  { name: 'disk', look: async ({ config }) => lookAtDisk(config.DATA_DIR) },
  {
    name: 'webhook',
    look: async (deps) =>
      whenLate(deps, 'webhook', (last) =>
        [
          `Money moved at the card provider, but ${last === undefined ? 'we’ve never received an event' : `the last event was at ${last}`}.`,
          'Until this is fixed, bookings are confirmed by polling, which takes minutes.',
          'Compare the webhook’s address, events and secret at the provider with the README.',
        ].join(' '),
      ),
  },
  {
    name: 'mail',
    look: async (deps) =>
      whenLate(
        deps,
        'email',
        (oldest) =>
          `The oldest unsent email has been waiting since ${oldest}. See the log for the reason. Waiting emails are sent automatically once the mail server accepts them.`,
      ),
  },
  {
    name: 'backup',
    look: async (deps) => {
      const trouble = await findBackupTrouble(deps.db, deps.config)
      return whenLate(deps, 'backup', (newest) =>
        [
          ...(trouble === undefined ? [] : [trouble.replace(/[^.]$/, '$&.')]),
          `${newest === undefined ? 'No backup has been verified yet' : `The latest verified backup is from ${newest}`}.`,
          'See Settings for later results, or run npm run backup -- --prove to make and verify one now.',
        ].join(' '),
      )
    },
  },
  // The last, since a provider that is away is waited for.
  { name: PROVIDER_ALARM, look: lookAtProvider },
]

/** A shop that is quiet does not notice by itself that its next customer can’t pay. */
async function lookAtProvider({ cards }: Deps): Promise<string | undefined> {
  try {
    await cards.readBalance()
    return undefined
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return `Nothing can be sold: ${reasonOf(error)}. Look at the provider’s status page; with “uncertain”, also at this machine’s network. If it refuses our key, correct STRIPE_SECRET_KEY.`
  }
}

async function lookAtDisk(folder: string): Promise<string | undefined> {
  const free = await findFreeBytes(folder)
  return free < TIGHT_BYTES ? `Only ${sayFree(free, folder)} ${MAKE_ROOM}` : undefined
}

/** Says it of what Today's health calls late. */
async function whenLate(
  { db, now, config }: Deps,
  which: HealthCheck,
  say: (at: string | undefined) => string,
): Promise<string | undefined> {
  const found = (await checkHealth(db, now(), config)).find(({ check }) => check === which)
  if (!found?.isLate) return undefined
  return say(found.at === null ? undefined : momentInWords(new Date(found.at), config.AGENCY_TIME_ZONE))
}

/** Trouble that comes and goes within this time is one alarm. */
const CALM_MS = 15 * 60_000

interface AlarmNews {
  state: 'begun' | 'lasts' | 'over'
  since: Date
}

/**
 * Notes that something is wrong. Returns what administrators have to be told now: that it has begun, or a day after they were told last, that
 * it lasts. Of several processes one gets an answer.
 */
async function noteTrouble(trx: Trx, name: string, at: Date): Promise<AlarmNews | undefined> {
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
async function noteCalm(trx: Trx, name: string, at: Date): Promise<AlarmNews | undefined> {
  await trx.updateTable('alarms').set({ fine_since: at }).where('name', '=', name).where('fine_since', 'is', null).execute()
  const ended = await trx
    .deleteFrom('alarms')
    .where('name', '=', name)
    .where('fine_since', '<=', new Date(at.getTime() - CALM_MS))
    .returning('began_at')
    .executeTakeFirst()
  return ended && { state: 'over', since: ended.began_at }
}
