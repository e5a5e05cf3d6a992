import type { ReadAgain } from '#shared/bookings/staff.ts'

export function readAgainText({ checkouts, payments, refunds, disputes, unknown }: ReadAgain): string {
  const counts = Object.entries({ checkout: checkouts, payment: payments, refund: refunds, dispute: disputes }).filter(
    ([, count]) => count > 0,
  )
  const asked = counts.map(([noun, count]) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)).join(', ')
  if (asked === '') return 'The card provider has no record of this booking.'
  const missing = unknown === 0 ? '' : ` It has no record of ${unknown} of them.`
  return `Checked with the card provider: ${asked}.${missing}`
}
