import type { ReactNode } from 'react'
import { getConfirmation } from '#shared/bookings/confirmation-calls.ts'
import type { confirmationResponseSchema } from '#shared/bookings/confirmations.ts'
import { isConfirmed } from '#shared/bookings/public.ts'
import { isDay } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { SoldLines, toShownLines } from '#web/components/sold-lines.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { todayThere, zoneElsewhere } from '#web/lib/moments.ts'
import { NO_AMOUNT, NO_DAY, toTourView } from './booking-view.ts'
import { Fact, Sheet } from './sheet.tsx'

export function confirmationQuery(bookingId: string) {
  return queryOf(getConfirmation, { params: { id: bookingId } }, { key: ['bookings', 'confirmation', bookingId] })
}

/** "Saturday, 21 November 2026": long on purpose, since people read it at the meeting point. */
function weekday(moment = ''): string {
  const day = moment.slice(0, 10)
  return isDay(day) ? new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' }) : NO_DAY
}

export function ConfirmationSheet({
  confirmation,
  children,
}: {
  confirmation: Lenient<typeof confirmationResponseSchema>
  children: ReactNode
}) {
  const { booking } = confirmation
  const view = toTourView(booking)
  const amount = (decimal: string | undefined) => (decimal === undefined ? NO_AMOUNT : formatMoney(toMoney(decimal, view.currency)))
  const { timeZone } = booking
  const startsOn = booking.travelDate?.slice(0, 10) ?? ''
  const cancellation =
    isConfirmed(booking.status ?? '') && isDay(startsOn)
      ? refundAtStart(booking.refundPolicy, startsOn, todayThere(timeZone), { ...TOUR_WORDS, timeZone: zoneElsewhere(timeZone) })
      : undefined
  return (
    <Sheet eyebrow="Booking confirmation" booking={view} subtitle={booking.tourPackage?.destination}>
      <dl className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
        <Fact name="Departure">
          {weekday(booking.travelDate)}
          {booking.duration !== undefined && (
            <span className="block font-normal text-ink-soft">{booking.duration === 1 ? '1 day' : `${booking.duration} days`}</span>
          )}
        </Fact>
        <Fact name="Guests">{booking.numberOfPeople ?? NO_AMOUNT}</Fact>
        {booking.meetingPoint && <Fact name="Meeting point">{booking.meetingPoint}</Fact>}
        {view.option && <Fact name="Option">{view.option}</Fact>}
        {view.pickup && <Fact name="Pickup">{view.pickup}</Fact>}
        {booking.startTime && !booking.option && <Fact name="Local start time">{booking.startTime}</Fact>}
        <Fact name="Booked by">
          {booking.customerName}
          <span translate="no" className="block font-normal wrap-anywhere text-ink-soft">
            {booking.customerEmail}
          </span>
        </Fact>
        <Fact name="Paid">
          {view.lines ? (
            <>
              <SoldLines lines={toShownLines(view.lines)} currency={view.currency} />
              <span className="mt-1 flex justify-between gap-x-4 border-t border-line pt-1 tabular-nums">
                Total <strong>{amount(booking.totalAmount)}</strong>
              </span>
            </>
          ) : (
            <>
              {amount(booking.unitPrice)} × {booking.numberOfPeople ?? NO_AMOUNT} = {amount(booking.totalAmount)}
            </>
          )}
          {booking.paidAt && <span className="block font-normal text-ink-soft">on {weekday(booking.paidAt)}</span>}
          {booking.stripeid && <span className="block font-normal wrap-anywhere text-ink-soft">{booking.stripeid}</span>}
        </Fact>
        {cancellation && <Fact name="Cancellation">{cancellation}</Fact>}
      </dl>
      <DayByDay days={booking.days ?? []} />
      {children}
    </Sheet>
  )
}

function DayByDay({ days }: { days: string[] }) {
  if (days.length === 0) return null
  return (
    <section aria-labelledby="day-by-day" className="border-t border-line py-6">
      <h2 id="day-by-day" className="text-lg">
        Day by day
      </h2>
      <ol className="mt-2 gap-x-8 sm:columns-2 print:columns-2">
        {days
          .map((title, index) => ({ title, day: index + 1 }))
          .map(({ title, day }) => (
            <li key={day} className="flex break-inside-avoid gap-3 pb-1">
              <span className="w-14 flex-none text-ink-soft">Day {day}</span>
              <span className="min-w-0 wrap-anywhere">{title}</span>
            </li>
          ))}
      </ol>
    </section>
  )
}
