import { moneyOf } from '#shared/cancellations/figured-money.ts'
import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import type { ReadCancellation } from '#shared/cancellations/staff.ts'
import { formatMoney, isCurrency, toMoney } from '#shared/money.ts'
import { seatsText } from './seat-bar.tsx'

/** "$1,200 and £300": one sum per currency. */
export function sumsText(refunds: CancellationFigures['refunds']): string {
  return refunds.map((refund) => formatMoney(moneyOf(refund), 'if any')).join(' and ')
}

/** "$1,200.50"; in a currency we do not sell in, with its code. */
export function amountText({ currency, amount }: { currency: string; amount: string }): string {
  return isCurrency(currency) ? formatMoney(toMoney(amount, currency), 'if any') : `${currency.toUpperCase()} ${amount}`
}

/** Describes what cancelling the departure does, one line per consequence. */
export function consequences(figures: CancellationFigures): string[] {
  const { bookings, people, holds, heldSeats, reservations = 0, reservedSeats = 0, withoutAddress = 0, refunds } = figures
  const lines: string[] = []
  if (bookings > 0) {
    const who = bookings === 1 ? '1 booking will be' : `${bookings} bookings will be`
    const travellers = people === 1 ? '1 traveller' : `${people} travellers`
    lines.push(`${who} cancelled (${travellers}), and the customers will be emailed your reason.`)
  }
  if (refunds.length > 0) lines.push(`${sumsText(refunds)} will be refunded in full to the cards used.`)
  else if (bookings > 0) lines.push('Nothing to refund: everything has already been refunded.')
  if (reservations > 0) {
    const ended = reservations === 1 ? '1 unpaid reservation will end' : `${reservations} unpaid reservations will end`
    lines.push(`${ended} (${seatsText(reservedSeats)}), and the customers will be notified.`)
  }
  const open = holds - reservations
  if (open > 0) {
    const ended = open === 1 ? '1 open checkout will end' : `${open} open checkouts will end`
    lines.push(
      `${ended} (${seatsText(heldSeats - reservedSeats)}), and the customers will be notified. Any payment that still arrives will be refunded.`,
    )
  }
  if (withoutAddress > 0) {
    const who = withoutAddress === 1 ? '1 of them has no email address' : `${withoutAddress} of them have no email address`
    lines.push(`${who}: you’ll see next who to call.`)
  }
  if (bookings + holds === 0) lines.push('There are no bookings, so no emails are sent and nothing is refunded.')
  lines.push('This date will no longer be on sale. You can’t undo this.')
  return lines
}

const REFUND_STATES: Record<string, string> = {
  requested: 'Sending',
  pending: 'On its way',
  succeeded: 'Refunded',
  failed: 'Failed',
  canceled: 'Failed',
  blocked: 'On hold (dispute)',
  lost: 'Returned through dispute',
  settled: 'Paid another way',
}

export function refundStateName(state: string): string {
  return REFUND_STATES[state] ?? state
}

/** "1 booking has been cancelled", "2 of 3 bookings and holds have been cancelled". */
export function endedText({ done, waiting, figures }: Pick<ReadCancellation, 'done' | 'waiting' | 'figures'>): string {
  const total = done + waiting
  if (total === 1 && waiting === 0) return figures.bookings > 0 ? '1 booking has been cancelled' : '1 hold has ended'
  const share = waiting === 0 ? `All ${total}` : `${done} of ${total}`
  return `${share} ${figures.holds > 0 ? 'bookings and holds' : 'bookings'} have been cancelled`
}

/** Whether nothing is pending any more. Whatever has failed by then needs a person. */
export function isSettled({ finishedAt, refunds, emails }: ReadCancellation): boolean {
  return finishedAt !== null && emails.waiting === 0 && refunds.every(({ state }) => state !== 'requested' && state !== 'pending')
}
