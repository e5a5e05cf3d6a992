import { formatMoney, toMoney } from '#shared/money.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)

export function policyText({
  fullRefundDays: full,
  partialRefundDays: partial,
  partialRefundPercentage: share,
}: StaffService['refundPolicy']): string {
  const hasPart = partial > 0 && share > 0 && (full === 0 || partial < full)
  if (full === 0 && !hasPart) return 'Nothing is refunded, whenever somebody cancels.'
  const all = full > 0 ? `Everything is refunded up to ${daysText(full)} before the day. ` : ''
  const part = hasPart ? `${share}% is refunded ${full > 0 ? 'after that, ' : ''}up to ${daysText(partial)} before the day. ` : ''
  return `${all}${part}Later, nothing.`
}

/** "₹24,900, and ₹900 a floor and ₹3,600 a helper". */
export function ratesText({
  price,
  currency,
  perFloor,
  perHelper,
}: Pick<StaffService, 'price' | 'currency' | 'perFloor' | 'perHelper'>): string {
  const sum = (units: number) => formatMoney(toMoney(units, currency), 'if any')
  const rules = [perFloor === null ? [] : `${sum(perFloor)} a floor`, perHelper === null ? [] : `${sum(perHelper)} a helper`].flat()
  return rules.length === 0 ? `${sum(price)}, whatever is moved` : `${sum(price)}, and ${rules.join(' and ')}`
}

/** "1 request to be quoted, 2 to be paid": the same numbers as in Quotes. */
export function requestsText({ openRequests, unpaidRequests }: Pick<StaffService, 'openRequests' | 'unpaidRequests'>): string {
  const counts = [
    { count: openRequests - unpaidRequests, state: 'to be quoted' },
    { count: unpaidRequests, state: 'to be paid' },
  ].filter(({ count }) => count > 0)
  const [first, ...others] = counts
  if (!first) return 'No open requests'
  const noun = first.count === 1 ? 'request' : 'requests'
  return [`${first.count} ${noun} ${first.state}`, ...others.map(({ count, state }) => `${count} ${state}`)].join(', ')
}

export function offerConsequence({ name, isActive, openRequests }: StaffService): string {
  if (!isActive) return `Travellers can ask for ${name} again, from now on.`
  const open = openRequests === 1 ? 'The open request goes' : `The ${openRequests} open requests go`
  const left = openRequests === 0 ? 'No request for it is open.' : `${open} on: they can be answered and paid as before.`
  return `Nobody can ask for ${name} any more. Anyone filling in a request for it is asked to choose another service. ${left}`
}

export function changeConsequence({ openRequests }: StaffService): string {
  const open = openRequests === 1 ? 'The open request keeps' : `The ${openRequests} open requests keep`
  const kept =
    openRequests === 0 ? 'No request for it is open.' : `${open} the price and the refund policy of the day on which it was made.`
  return `New prices apply from the next request on: anyone who has seen an old one is shown the new one before anything is sent. ${kept}`
}
