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
          `Money moved at the card provider, but ${last === undefined ? 'no event has ever come' : `the last event came at ${last}`}.`,
          'Bookings are confirmed by asking, which takes minutes.',
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
          `The oldest email that has not been sent waits since ${oldest}. The log says why. What waits is sent by itself once the mail server takes it.`,
      ),
  },
  {
    name: 'backup',
    look: async (deps) =>
      whenLate(
        deps,
        'backup',
        (newest) =>
          `${newest === undefined ? 'No backup has been proven yet' : `The newest backup that was proven shows ${newest}`}. What was found since is in Settings; npm run backup -- --prove makes one now.`,
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
