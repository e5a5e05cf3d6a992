import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isConfirmed } from '#shared/bookings.ts'
import { calls, pages } from '#shared/paths.ts'
import { Alert } from '#web/components/alert.tsx'
import { useKeptHeadingFocus } from '#web/components/kept-heading-focus.ts'
import { moveQuery } from '#web/features/bookings/api.ts'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { MoveSheet } from '#web/features/bookings/move-sheet.tsx'
import { SheetPage, SheetSkeleton } from '#web/features/bookings/sheet-page.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** The printable confirmation of a move. */
export function MoveConfirmationPage() {
  const { id = '' } = useParams()
  const query = useQuery(moveQuery(id))
  const move = query.data
  usePageTitle(move ? `Booking ${move.reference ?? id}` : 'Booking confirmation')
  useKeptHeadingFocus(query.isPending)
  return (
    <SheetPage
      back={`${pages.bookings}?tab=vehicles`}
      actions={isConfirmed(move?.status ?? '') && <CalendarLink path={calls.moveCalendarFile(id)} />}
      canPrint={move !== undefined}
    >
      {query.isPending && <SheetSkeleton />}
      {query.isLoadingError && (
        <>
          <h1 className="mb-6 text-3xl">Booking confirmation</h1>
          <Alert>{messageOf(query.error, 'The confirmation could not be loaded. Please try again.', NO_RESPONSE)}</Alert>
        </>
      )}
      {move && <MoveSheet move={move} />}
    </SheetPage>
  )
}
