import { formatMoney, toMoney } from '#shared/money.ts'
import type { StaffService } from '#shared/vehicles/staff.ts'

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

export function offerConsequence({ name, isActive, openRequests }: StaffService): string {
  if (!isActive) return `Customers will be able to request ${name} again.`
  const open = openRequests === 1 ? 'The open request isn’t affected' : `The ${openRequests} open requests aren’t affected`
  const left =
    openRequests === 0
      ? 'There are no open requests for it.'
      : `${open}: ${openRequests === 1 ? 'it' : 'they'} can still be answered and paid.`
  return `Customers won’t be able to request ${name}. Anyone part-way through a request will be asked to choose another service. ${left}`
}

export function changeConsequence({ openRequests }: StaffService): string {
  const open = openRequests === 1 ? 'The open request keeps' : `The ${openRequests} open requests keep`
  const kept = openRequests === 0 ? 'There are no open requests for it.' : `${open} the price and refund policy from when it was made.`
  return `New prices apply to new requests. Anyone who’s seen the old price will be shown the new one before sending. ${kept}`
}
