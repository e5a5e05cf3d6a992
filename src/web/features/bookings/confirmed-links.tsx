import { CalendarPlus, FileText } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { pathOf } from '#shared/contract.ts'
import { downloadMoveEvent, downloadTripEvent } from '#shared/bookings/calls.ts'
import { callAddress } from '#web/lib/http.ts'
import type { BookingView } from './booking-view.ts'

export function ConfirmedLinks({ booking: { id, kind } }: { booking: Pick<BookingView, 'id' | 'kind'> }) {
  const isTour = kind === 'tour'
  return (
    <div className="print:hidden mt-4 -mb-2 flex flex-wrap gap-x-3 sm:gap-x-6 border-t border-line pt-2 text-sm">
      <Link to={isTour ? pages.confirmation(id) : pages.move(id)} className="text-link inline-flex min-h-11 items-center gap-2">
        <FileText aria-hidden="true" className="size-4" />
        Booking confirmation
      </Link>
      <CalendarLink path={pathOf(isTour ? downloadTripEvent : downloadMoveEvent, { id })} />
    </div>
  )
}

export function CalendarLink({ path }: { path: string }) {
  return (
    <a href={callAddress(path)} download className="text-link inline-flex min-h-11 items-center gap-2">
      <CalendarPlus aria-hidden="true" className="size-4" />
      Add to calendar
    </a>
  )
}
