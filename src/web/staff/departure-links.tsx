import { Map, Plus, Ticket } from 'lucide-react'
import type { Day } from '#shared/dates.ts'
import { consolePages } from '#shared/pages.ts'
import type { StaffDeparture } from '#shared/tours/departures.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { rangeText, addressOf, NO_FILTERS } from '#web/features/bookings/staff/list-filters.ts'

/** From a departure to its tour, its bookings and a new booking; `today` is the agency's. */
export function DepartureLinks({ departure: { tour, date, cancelledAt }, today }: { departure: StaffDeparture; today: Day }) {
  const bookings = addressOf({ ...NO_FILTERS, tour: tour.id, travel: rangeText({ from: date, to: date }) })
  return (
    <>
      <ButtonLink variant="secondary" size="small" to={consolePages.tour(tour.id)}>
        <Map aria-hidden="true" className="size-4 max-sm:hidden" /> Tour
      </ButtonLink>
      <ButtonLink variant="secondary" size="small" to={`${consolePages.bookings}${bookings}`}>
        <Ticket aria-hidden="true" className="size-4 max-sm:hidden" /> Bookings
      </ButtonLink>
      {cancelledAt === null && date >= today && (
        <ButtonLink size="small" to={`${consolePages.newBooking}?${new URLSearchParams({ tour: tour.id, date }).toString()}`}>
          <Plus aria-hidden="true" className="size-4 max-sm:hidden" /> New booking
        </ButtonLink>
      )}
    </>
  )
}
