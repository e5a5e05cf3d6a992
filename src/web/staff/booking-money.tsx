import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { BOOKING_ACTIONS, type BookingAction, type ReadAgain, type ReadStory } from '#shared/bookings/staff.ts'
import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import { knownOf } from '#shared/words.ts'
import { BalancePanel } from '#web/features/bookings/staff/money-panel.tsx'
import { BookingActions } from '#web/features/cancellations/staff/booking-actions.tsx'
import { journalPath } from '#web/features/ledger/staff/journal-address.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { OwnBookingNote, useIsOwn } from './own-booking.tsx'
import { useShortcuts } from './shortcuts.ts'

const MoneyDialog = lazy(async () => ({ default: (await import('#web/features/cancellations/staff/money-dialog.tsx')).MoneyDialog }))

const KEYS: Record<BookingAction, { keys: string; label: string }> = {
  cancel: { keys: 'c', label: 'Cancel the booking' },
  goodwill: { keys: 'r', label: 'Goodwill refund' },
}

type Props = {
  story: ReadStory
  onDone: (message: string) => void
  /** Called if someone else was first; `message` says what they did. */
  onChanged: (message: string) => void
}

export function BookingMoney({ story, onDone, onChanged }: Props) {
  const [act, setAct] = useState<BookingAction>()
  const { booking, attempts, payments } = story
  const may = useMay()
  const isOwn = useIsOwn()({ id: booking.customer.id, email: booking.emailsTo.email })
  const acts = knownOf(BOOKING_ACTIONS, story.actions)
  const isAtProvider = attempts.length > 0 || payments.some(({ providerId }) => providerId !== null)
  const reading = useReadAgain(booking.id, {
    onRead: (result) => onDone(readAgainText(result)),
    onError: (error) => notify(messageOf(error, 'We couldn’t reach the card provider. Please try again.', NO_RESPONSE), 'warning'),
  })
  useShortcuts('Money', [
    ...acts.map((each) => ({ ...KEYS[each], run: () => setAct(each) })),
    ...(isAtProvider ? [{ keys: 'p', label: 'Check with the card provider', run: () => reading.mutate() }] : []),
  ])
  const closing = (tell: (message: string) => void) => (message: string) => {
    setAct(undefined)
    tell(message)
  }
  return (
    <BalancePanel story={story}>
      {payments.length > 0 && may('money.read') && (
        <p className="mt-2 text-right">
          <Link
            to={journalPath({ booking: booking.reference })}
            className="text-link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
          >
            Ledger entries for this booking
          </Link>
        </p>
      )}
      {isOwn && <OwnBookingNote command="bookings" className="mt-4" />}
      <BookingActions
        acts={acts}
        isForManager={story.isForManager === true}
        isAtProvider={isAtProvider}
        isReading={reading.isPending}
        onAct={setAct}
        onRead={() => reading.mutate()}
      />
      {act && (
        <Suspense fallback={null}>
          <MoneyDialog
            booking={booking}
            act={act}
            onClose={() => setAct(undefined)}
            onDone={closing(onDone)}
            onChanged={closing(onChanged)}
          />
        </Suspense>
      )}
    </BalancePanel>
  )
}

type Told = { onRead: (result: ReadAgain) => void; onError: (error: Error) => void }

function useReadAgain(bookingId: string, { onRead, onError }: Told) {
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
