import { CircleCheck, TriangleAlert } from 'lucide-react'
import { HEALTH_CHECKS, type SiteHealth } from '#shared/desk/health.ts'
import { getHealth } from '#shared/desk/staff-calls.ts'
import { queryOf } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { agoText, lengthText } from '#web/lib/moments.ts'

export const healthQuery = queryOf(getHealth, {}, { refetchOnWindowFocus: true })

const MINUTE_MS = 60_000

/** Whether the site's background work keeps up: a verdict with its reasons. */
export function HealthPanel({ health, now }: { health: SiteHealth; now: number }) {
  const late = health.filter(({ isLate }) => isLate).length
  const Icon = late === 0 ? CircleCheck : TriangleAlert
  return (
    <section aria-labelledby="health" className="rounded-card border border-line bg-paper px-4 py-4 sm:px-6">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            'flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-pill',
            late === 0 ? 'bg-sea-tint text-sea-deep' : 'bg-danger-tint text-danger-deep',
          )}
        >
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 id="health" className="font-sans text-base font-semibold tracking-normal">
            {late === 0 ? 'All checks OK' : late === 1 ? '1 check needs attention' : `${late} checks need attention`}
          </h2>
          <p className="text-ink-soft">
            {late === 0 ? 'Background jobs are running on time' : late === 1 ? 'It’s highlighted below' : 'They’re highlighted below'}
          </p>
        </div>
      </div>
      <dl className="mt-3 divide-y divide-line border-t border-line">
        {health.map((each) => (
          <div key={each.check} className={classNames('flex justify-between gap-4 py-1.5', each.isLate && 'font-semibold text-danger')}>
            <dt className="min-w-0 wrap-anywhere">{HEALTH_CHECKS[each.check]}</dt>
            <dd className="text-right tabular-nums">{stateOf(each, now)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function stateOf({ check, at, count, isLate, settings }: SiteHealth[number], now: number): string {
  if (count !== null) return count === 0 ? 'none' : String(count)
  if (settings) return settings.join(', ') || 'none'
  if (check === 'webhook') {
    const heard = at ? agoText(at, now) : 'none yet'
    return isLate ? `${heard}: events have stopped` : heard
  }
  if (check === 'backup') {
    const proven = at ? agoText(at, now) : 'none yet'
    return isLate ? `${proven}: see Settings` : proven
  }
  if (!at) return check === 'provider' ? 'no' : 'none'
  const waiting = now - Date.parse(at)
  if (check === 'provider') return `for ${lengthText(Math.max(waiting, MINUTE_MS))}`
  return waiting < MINUTE_MS ? 'just arrived' : `waiting for ${lengthText(waiting)}`
}
