import type { HealthCheck } from '#shared/desk/health.ts'
import { momentInWords } from '#shared/reservations/due-moments.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findFreeBytes, MAKE_ROOM, sayFree, TIGHT_BYTES } from '#server/lib/disk-room.ts'
import { checkHealth } from '../health/queries.ts'

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
    look: async (deps) =>
      whenLate(
        deps,
        'backup',
        (newest) =>
          `${newest === undefined ? 'No backup has been verified yet' : `The latest verified backup is from ${newest}`}. See Settings for later results, or run npm run backup -- --prove to make and verify one now.`,
      ),
  },
]

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
