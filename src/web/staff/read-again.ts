import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import type { ReadAgain } from '#shared/bookings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

type Told = { onRead: (result: ReadAgain) => void; onError: (error: Error) => void }

export function useReadAgain(bookingId: string, { onRead, onError }: Told) {
  const send = useSend(readBookingAgain, consoleKey('bookings'))
  return useCall({ mutationFn: async () => send({ params: { id: bookingId } }), onSuccess: onRead, onError })
}

export function readAgainText({ checkouts, payments, refunds, disputes, unknown }: ReadAgain): string {
  const counts = Object.entries({ checkout: checkouts, payment: payments, refund: refunds, dispute: disputes }).filter(
    ([, count]) => count > 0,
  )
  const asked = counts.map(([noun, count]) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)).join(', ')
  if (asked === '') return 'The card provider has no record of this booking.'
  const missing = unknown === 0 ? '' : ` It has no record of ${unknown} of them.`
  return `Checked with the card provider: ${asked}.${missing}`
}
