import { formatMoney, toMoney } from '#shared/money.ts'
import { listServices } from '#shared/vehicles/staff-calls.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'
import { Button } from '#web/components/button.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'

export const servicesQuery = queryOf(listServices, {}, { key: consoleKey('services'), staleTime: 0, refetchOnWindowFocus: true })

type CardProps = {
  service: StaffService
  /** Undefined for users who may not change the service. */
  onAct: ((act: 'change' | 'offer') => void) | undefined
}

export function ServiceCard({ service, onAct }: CardProps) {
  const { id, name, description, specialRequirements, refundPolicy, isActive } = service
  return (
    <li aria-labelledby={`service-${id}`} className="px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2
          id={`service-${id}`}
          tabIndex={-1}
          data-row
          data-id={id}
          className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere"
        >
          {name}
        </h2>
        {!isActive && <p className="rounded-pill bg-sand-deep px-2.5 py-0.5 text-xs font-semibold text-ink-soft">No longer offered</p>}
      </div>
      <p className="mt-0.5 font-semibold tabular-nums">{ratesText(service)}</p>
      <p className="mt-1 max-w-text text-ink-soft wrap-anywhere">{description}</p>
      {specialRequirements !== '' && <p className="max-w-text text-ink-soft wrap-anywhere">{specialRequirements}</p>}
      <p className="mt-2 max-w-text">{policyText(refundPolicy)}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="text-ink-soft">{requestsText(service)}</p>
        {onAct && (
          <div className="ml-auto flex gap-2">
            <Button
              size="small"
              variant="quiet"
              aria-label={`${isActive ? 'Stop offering' : 'Reinstate'}: ${name}`}
              onClick={() => onAct('offer')}
            >
              {isActive ? 'Stop offering' : 'Reinstate'}
            </Button>
            <Button size="small" variant="secondary" aria-label={`Change ${name}`} onClick={() => onAct('change')}>
              Change
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export function policyText({
  fullRefundDays: full,
  partialRefundDays: partial,
  partialRefundPercentage: share,
}: StaffService['refundPolicy']): string {
  const hasPart = partial > 0 && share > 0 && (full === 0 || partial < full)
  if (full === 0 && !hasPart) return 'No refund at any time.'
  const all = full > 0 ? `Full refund up to ${daysText(full)} before the booked date. ` : ''
  const part = hasPart ? `${share}% refund ${full > 0 ? 'after that, ' : ''}up to ${daysText(partial)} before the booked date. ` : ''
  return `${all}${part}No refund after that.`
}

/** "₹24,900, and ₹900 a floor and ₹3,600 a helper". */
export function ratesText({
  price,
  currency,
  perFloor,
  perHelper,
}: Pick<StaffService, 'price' | 'currency' | 'perFloor' | 'perHelper'>): string {
  const sum = (units: number) => formatMoney(toMoney(units, currency), 'if any')
  const rules = [perFloor === null ? [] : `${sum(perFloor)} per floor`, perHelper === null ? [] : `${sum(perHelper)} per helper`].flat()
  return rules.length === 0 ? `${sum(price)} flat rate` : `${sum(price)}, plus ${rules.join(' and ')}`
}

/** "1 request to be quoted, 2 to be paid": the same numbers as in Quotes. */
export function requestsText({ openRequests, unpaidRequests }: Pick<StaffService, 'openRequests' | 'unpaidRequests'>): string {
  const counts = [
    { count: openRequests - unpaidRequests, state: 'awaiting a quote' },
    { count: unpaidRequests, state: 'awaiting payment' },
  ].filter(({ count }) => count > 0)
  const [first, ...others] = counts
  if (!first) return 'No open requests'
  const noun = first.count === 1 ? 'request' : 'requests'
  return [`${first.count} ${noun} ${first.state}`, ...others.map(({ count, state }) => `${count} ${state}`)].join(', ')
}
