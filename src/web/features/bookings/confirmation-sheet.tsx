import type { ReactNode } from 'react'
import { isConfirmed } from '#shared/bookings.ts'
import type { confirmationResponseSchema } from '#shared/confirmations.ts'
import { brand } from '#shared/brand.ts'
import { isDay, localToday } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { formatMoney, toMoney } from '#shared/money.ts'
import { refundAtStart } from '#shared/refund-lines.ts'
import { NO_AMOUNT, NO_DAY, toTourView, travelersText } from './booking-view.ts'
import { StatusBadge } from './status-badge.tsx'

/** Returns "Saturday, 21 November 2026": long on purpose, since people read it at the meeting point. */
function weekday(moment = ''): string {
  const day = moment.slice(0, 10)
  return isDay(day) ? new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' }) : NO_DAY
}

/** The sheet that travellers print and take with them. */
export function ConfirmationSheet({
  confirmation,
  children,
}: {
  confirmation: Lenient<typeof confirmationResponseSchema>
  children: ReactNode
}) {
  const { booking } = confirmation
  const { reference = booking.id } = booking
  const view = toTourView(booking)
  const amount = (decimal: string | undefined) => (decimal === undefined ? NO_AMOUNT : formatMoney(toMoney(decimal, view.currency)))
  const startsOn = booking.travelDate?.slice(0, 10) ?? ''
  const cancellation =
    isConfirmed(booking.status ?? '') && isDay(startsOn) ? refundAtStart(booking.refundPolicy, startsOn, localToday()) : undefined
  return (
    <article className="rounded-card bg-paper p-6 shadow-card sm:p-10 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b-2 border-ink pb-6">
        <div className="min-w-0">
          <p className="eyebrow">Booking confirmation</p>
          <h1 className="mt-2 text-3xl">{view.title}</h1>
          <p className="mt-1 text-ink-soft">{booking.tourPackage?.destination}</p>
        </div>
        <div>
          <p className="text-sm text-ink-soft">Reference</p>
          <p className="font-display text-2xl font-semibold wrap-anywhere">{reference}</p>
          <StatusBadge booking={view} />
        </div>
      </header>
      {view.refundText && <p className="mt-5 rounded-field bg-sun-tint px-4 py-3">{view.refundText}</p>}
      <dl className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
        <Fact name="Departure">
          {weekday(booking.travelDate)}
          {booking.duration !== undefined && (
            <span className="block font-normal text-ink-soft">{booking.duration === 1 ? '1 day' : `${booking.duration} days`}</span>
          )}
        </Fact>
        <Fact name="Travelers">{travelersText(view)}</Fact>
        {booking.meetingPoint && <Fact name="Meeting point">{booking.meetingPoint}</Fact>}
        {booking.startTime && <Fact name="Local start time">{booking.startTime}</Fact>}
        <Fact name="Booked by">
          {booking.customerName}
          <span className="block font-normal wrap-anywhere text-ink-soft">{booking.customerEmail}</span>
        </Fact>
        <Fact name="Paid">
          {amount(booking.unitPrice)} × {booking.numberOfPeople ?? NO_AMOUNT} = {amount(booking.totalAmount)}
          {booking.paidAt && <span className="block font-normal text-ink-soft">on {weekday(booking.paidAt)}</span>}
          {booking.stripeid && <span className="block font-normal wrap-anywhere text-ink-soft">{booking.stripeid}</span>}
        </Fact>
        {cancellation && <Fact name="Cancellation">{cancellation}</Fact>}
      </dl>
      <DayByDay days={booking.days ?? []} />
      {children}
      <footer className="mt-6 border-t border-line pt-6">
        <h2 className="text-lg">Questions on the way?</h2>
        <p className="mt-1 text-ink-soft">
          {brand.name}, {brand.address}
        </p>
        <p className="flex flex-wrap gap-x-6">
          <a href={brand.phoneHref} className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {brand.phone}
          </a>
          <a
            href={`mailto:${brand.email}?subject=${encodeURIComponent(`Booking ${reference}`)}`}
            className="text-link inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
          >
            {brand.email}
          </a>
        </p>
      </footer>
    </article>
  )
}

/** The itinerary in short: one line for each day. */
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
