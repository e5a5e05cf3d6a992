import { HandCoins, QrCode, Send, TicketX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { dayIn, daysBetween, type Day } from '#shared/dates.ts'
import { PAYMENT_METHODS } from '#shared/payments/methods.ts'
import { dueDayOf, dueText } from '#shared/reservations/due-moments.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { daysText } from '#web/lib/moments.ts'
import type { ReservationAct } from './reservation-dialog.tsx'

const ReservationDialog = lazy(async () => ({ default: (await import('./reservation-dialog.tsx')).ReservationDialog }))

/** The statuses of requests that no one pays. */
const UNQUOTED = new Set<string>(['pending', 'declined', 'withdrawn'])

type Props = {
  booking: ReadStory['booking']
  now: number
  /** The agency's. */
  timeZone: string
  /** The page with the payment link, to copy and print. */
  linkPath: string
  mayRecord: boolean
  onDone: (message: string) => void
}

/** Actions on seats that staff reserved, with their deadline. Of a quote, and of seats that are paid or over, only money that came can be recorded. */
export function ReservationPanel({ booking, now, timeZone, linkPath, mayRecord, onDone }: Props) {
  const [act, setAct] = useState<ReservationAct>()
  const { reservation, status } = booking
  const today = dayIn(timeZone, new Date(now))
  const isKept = reservation !== null && status === 'pending'
  const isQuoted = booking.kind === 'vehicle' && !UNQUOTED.has(status)
  const isAwaited = isKept || status === 'approved'
  if ((!reservation && !isQuoted) || (!isKept && !mayRecord)) return null
  return (
    <Panel title={isKept ? 'Reservation' : 'Cash and transfers'}>
      {isKept ? (
        <Kept reservation={reservation} today={today} timeZone={timeZone} />
      ) : (
        <p className="text-ink-soft">
          {status === 'approved'
            ? 'Has the quote been paid by cash or transfer? Record the payment to confirm the move.'
            : 'Received a late or duplicate payment? Record it so a manager can review it.'}
        </p>
      )}
      <div className="mt-5 grid gap-2">
        {mayRecord && (
          <Button variant={isAwaited ? 'primary' : 'secondary'} size="small" className="min-h-11" onClick={() => setAct('record')}>
            <HandCoins aria-hidden="true" className="size-4.5" /> Record a payment
          </Button>
        )}
        {isKept && reservation.payBy === 'link' && (
          <ButtonLink variant="secondary" size="small" className="min-h-11" to={linkPath}>
            <QrCode aria-hidden="true" className="size-4.5" /> Show the payment link
          </ButtonLink>
        )}
        {isKept && reservation.payBy === 'link' && booking.emailsTo.email !== null && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => setAct('link')}>
            <Send aria-hidden="true" className="size-4.5" /> Resend the link
          </Button>
        )}
        {isKept && (
          <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => setAct('release')}>
            <TicketX aria-hidden="true" className="size-4.5" /> Release the seats
          </Button>
        )}
        {!mayRecord && <p className="text-xs text-ink-soft">Only managers can record cash and transfer payments.</p>}
      </div>
      {act && (
        <Suspense fallback={null}>
          <ReservationDialog
            booking={booking}
            today={today}
            act={act}
            onClose={() => setAct(undefined)}
            onDone={(message) => {
              setAct(undefined)
              onDone(message)
            }}
          />
        </Suspense>
      )}
    </Panel>
  )
}

type KeptProps = { reservation: NonNullable<ReadStory['booking']['reservation']>; today: Day; timeZone: string }

function Kept({ reservation, today, timeZone }: KeptProps) {
  const dueAt = new Date(reservation.dueAt)
  const days = daysBetween(today, dueDayOf(dueAt, timeZone))
  return (
    <dl className="space-y-3">
      <div>
        <dt className="text-ink-soft">Until</dt>
        <dd className="font-semibold">{dueText(dueAt, timeZone)}</dd>
        <dd className="first-letter:uppercase">{daysText(days)}; the seats are released then if unpaid.</dd>
      </div>
      <div>
        <dt className="text-ink-soft">Amount due</dt>
        <dd>{PAYMENT_METHODS[reservation.payBy].name}</dd>
      </div>
    </dl>
  )
}
