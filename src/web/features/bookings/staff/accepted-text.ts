import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { unitsToCents } from '#shared/money.ts'
import { amountText } from '#web/lib/amounts.ts'

/** "$25.00 less than the price, accepted by Mia Manager", for a payment that pays its booking although it is not the price. */
export function acceptedText(
  { total, currency }: Pick<ReadStory['booking'], 'total' | 'currency'>,
  payment: Pick<ReadStory['payments'][number], 'id' | 'role' | 'amount' | 'currency'>,
  audit: readonly ReadAuditEntry[] = [],
): string | undefined {
  const missingCents = unitsToCents(Number(total)) - unitsToCents(Number(payment.amount))
  if (payment.role !== 'primary' || payment.currency !== currency || missingCents === 0) return undefined
  const amount = amountText({ amount: String(Math.abs(missingCents) / 100), currency })
  const by = audit.find(({ action, subject }) => action === 'payment.accepted' && subject.id === payment.id)?.actor?.name
  return `${amount} ${missingCents > 0 ? 'less' : 'more'} than the price, accepted${by ? ` by ${by}` : ''}`
}
