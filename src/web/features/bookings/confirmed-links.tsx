import { CalendarPlus, FileText } from 'lucide-react'
import { Link } from 'react-router'
import { calls, pages } from '#shared/paths.ts'
import { callAddress } from '#web/lib/http.ts'

/** The documents of a confirmed tour booking. */
export function ConfirmedLinks({ bookingId }: { bookingId: string }) {
  return (
    <div className="mt-4 -mb-2 flex flex-wrap gap-x-6 border-t border-line pt-2 text-sm">
      <Link to={pages.confirmation(bookingId)} className="text-link inline-flex min-h-11 items-center gap-2">
        <FileText aria-hidden="true" className="size-4" />
        Booking confirmation
      </Link>
      <CalendarLink bookingId={bookingId} />
    </div>
  )
}

export function CalendarLink({ bookingId }: { bookingId: string }) {
  return (
    <a href={callAddress(calls.calendarFile(bookingId))} download className="text-link inline-flex min-h-11 items-center gap-2">
      <CalendarPlus aria-hidden="true" className="size-4" />
      Add to calendar
    </a>
  )
}
