import { RefreshCw } from 'lucide-react'
import { tickDays, travellerName } from '#shared/bookings/attendance.ts'
import { localToday, longDay } from '#shared/dates.ts'
import type { GuideManifest } from '#shared/bookings/guide-links.ts'
import { Alert } from '#web/components/alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { Button } from '#web/components/button.tsx'
import { AttendanceBar } from '#web/features/tours/attendance/attendance-bar.tsx'
import { TickedSeat } from '#web/features/tours/attendance/ticked-seat.tsx'
import type { TickSheet } from '#web/features/tours/attendance/use-attendance.ts'

type Props = { manifest: GuideManifest; sheet: TickSheet; isFetching: boolean; onReload: () => void }

/** Everyone on the departure, grouped by booking, with their tick buttons. */
export function GuideList({ manifest, sheet, isFetching, onReload }: Props) {
  const { bookings, date, isCancelled } = manifest
  const { first } = tickDays(date)
  const canTick = !isCancelled && localToday() >= first
  return (
    <section aria-label="Travellers" className="rounded-card border border-line bg-paper px-4 sm:px-6">
      <AttendanceBar bookings={bookings} sheet={sheet} className="sticky top-0 -mx-4 rounded-t-card border-t-0 px-4 sm:-mx-6 sm:px-6" />
      {isCancelled && <Alert className="my-4">This departure is cancelled.</Alert>}
      {!isCancelled && localToday() < first && (
        <Alert kind="info" className="my-4">
          You can check travellers in from {longDay(first)}.
        </Alert>
      )}
      {bookings.length === 0 && <p className="py-6">No confirmed bookings.</p>}
      <ul className="divide-y divide-line">
        {bookings.map((booking) => (
          <Party key={booking.id} booking={booking} sheet={sheet} canTick={canTick} />
        ))}
      </ul>
      <div className="border-t border-line py-3">
        <Button variant="quiet" size="small" className="min-h-11" isBusy={isFetching} onClick={onReload}>
          <RefreshCw aria-hidden="true" className="size-4" /> Refresh list
        </Button>
      </div>
    </section>
  )
}

type PartyProps = { booking: GuideManifest['bookings'][number]; sheet: TickSheet; canTick: boolean }

function Party({ booking, sheet, canTick }: PartyProps) {
  const { id, guests, travellers, contact } = booking
  return (
    <li className="py-3">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 font-sans text-base font-semibold tracking-normal">
        <span className="min-w-0 wrap-anywhere">
          {contact.name}
          <span className="text-sm font-normal text-ink-soft">, {guests === 1 ? '1 person' : `${guests} people`}</span>
        </span>
        {contact.phone && <PhoneLink phone={contact.phone} />}
      </h2>
      <ul>
        {Array.from({ length: guests }, (_, index) => (
          <TickedSeat
            key={index}
            name={travellerName(booking, index + 1)}
            isNamed={travellers[index] !== undefined}
            state={sheet.stateOf(id, index + 1)}
            canTick={canTick}
            onTick={(to) => sheet.tick(id, index + 1, to)}
          />
        ))}
      </ul>
    </li>
  )
}
