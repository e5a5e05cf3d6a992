import type { HealthCheck } from '#shared/desk/health.ts'
import type { Deps } from '#server/lib/deps.ts'
import { checkHealth } from '#server/features/desk/health/queries.ts'
import { ok, warning, type Finding } from './finding.ts'

const ENDPOINT = 'Compare the webhook endpoint at the provider with the README: address, events, and STRIPE_WEBHOOK_SECRET.'
/** What each check of Today's is about, and what helps where it is late. */
const CHECKS: Record<HealthCheck, readonly [about: string, remedy: string]> = {
  webhook: ['webhook', ENDPOINT],
  event: ['events to be worked on', 'Start the site; its log says what fails.'],
  refund: ['refunds to be sent', 'Start the site; Tasks in the console say which fail.'],
  email: ['emails to be sent', 'npm run mails -- failed names those that were given up; the log says why others wait.'],
  jobs: ['jobs', 'They were given up; the log says why.'],
  backup: ['backup', 'Settings in the console say what was found; npm run backup -- --prove makes one now.'],
}

/** Looks at what waits to be done, as the console's Today does. */
export async function examineWork({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<Finding[]> {
  return (await checkHealth(db, now(), config)).map(({ check, at, count, isLate }) => {
    const [about, remedy] = CHECKS[check]
    if (check === 'backup') {
      const known = at ? `The newest that was proven shows ${at}.` : 'None has been proven yet.'
      return isLate ? warning(about, known, remedy) : ok(about, known)
    }
    const says = check === 'webhook' ? (at ? `The last event came at ${at}.` : 'No event has come yet.') : sayWaiting(at, count)
    return isLate ? warning(about, says, remedy) : ok(about, says)
  })
}

function sayWaiting(at: string | null, count: number | null): string {
  if (count !== null) return count === 0 ? 'None has failed for a day.' : `${count} have failed within a day.`
  return at ? `The oldest waits since ${at}.` : 'None waits.'
}
