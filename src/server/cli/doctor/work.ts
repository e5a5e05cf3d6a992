import type { HealthCheck } from '#shared/desk/health.ts'
import { checkHealth, findBackupTrouble } from '#server/features/desk/health.ts'
import { fingerprintsOf, inWords, listDifferences } from '#server/features/desk/machines.ts'
import type { Deps } from '#server/lib/deps.ts'
import { fault, ok, warning, type Finding } from './finding.ts'

const ENDPOINT = 'Check the webhook endpoint at the provider against the README: address, events and STRIPE_WEBHOOK_SECRET.'
const SAME = 'Give all of them the same value and restart them.'
const FOLDER = 'Give all of them the folder with the uploaded files. If this is the right one, delete the file folder-id in it and restart.'
/** What each check of Today's is about, and what helps where it is late. */
const CHECKS: Record<Exclude<HealthCheck, 'provider' | 'machines'>, readonly [about: string, remedy: string]> = {
  webhook: ['webhook', ENDPOINT],
  event: ['unprocessed events', 'Start the site and check its log for failures.'],
  refund: ['unsent refunds', 'Start the site. Failing refunds appear in Tasks in the console.'],
  email: ['unsent emails', 'Run npm run mails -- failed to list emails we’ve given up on; the log says why others are waiting.'],
  jobs: ['jobs', 'They were abandoned; see the log.'],
  backup: ['backup', 'See Settings in the console for results, or run npm run backup -- --prove to make and verify one now.'],
}

/** Looks at what waits to be done, as the console's Today does. The doctor asks the card provider itself, and compares its own settings too. */
export async function examineWork({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding[]> {
  const trouble = await findBackupTrouble(db, config)
  return (await checkHealth(db, now(), config)).flatMap(({ check, at, count, isLate }) => {
    if (check === 'provider' || check === 'machines') return []
    const [about, remedy] = CHECKS[check]
    if (check === 'backup') {
      const known = at ? `The latest verified backup is from ${at}.` : 'No backup has been verified yet.'
      if (trouble !== undefined) return fault(about, `${trouble.replace(/[^.]$/, '$&.')} ${known}`, remedy)
      return isLate ? warning(about, known, remedy) : ok(about, known)
    }
    const says = check === 'webhook' ? (at ? `The last event was received at ${at}.` : 'No events received yet.') : sayWaiting(at, count)
    return isLate ? warning(about, says, remedy) : ok(about, says)
  })
}

/** Compares the settings of the running processes, and those that the doctor was given. */
export async function examineMachines({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Finding[]> {
  const differences = await listDifferences(db, { name: 'this command', settings: fingerprintsOf(config) })
  if (differences.length === 0) return [ok('machines', 'All processes on this database have the same settings.')]
  return differences.map((each) => fault('machines', inWords(each), each.setting === 'DATA_DIR' ? FOLDER : SAME))
}

function sayWaiting(at: string | null, count: number | null): string {
  if (count !== null) return count === 0 ? 'None have failed in the last 24 hours.' : `${count} have failed in the last 24 hours.`
  return at ? `The oldest has been waiting since ${at}.` : 'None waiting.'
}
