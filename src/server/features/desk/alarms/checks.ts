import type { HealthCheck } from '#shared/desk/health.ts'
import { momentInWords } from '#shared/reservations/due-moments.ts'
import { CardProviderError, reasonOf } from '#server/lib/card-provider.ts'
import { findFreeBytes, MAKE_ROOM, sayFree, TIGHT_BYTES } from '#server/lib/data-folder.ts'
import type { Deps } from '#server/lib/deps.ts'
import { checkHealth, findBackupTrouble, PROVIDER_ALARM } from '../health/queries.ts'

/** Something that administrators are told of wherever it is noticed. */
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
