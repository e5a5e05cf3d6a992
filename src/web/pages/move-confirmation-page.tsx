import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { downloadMoveEvent } from '#shared/bookings/calls.ts'
import { isConfirmed } from '#shared/bookings/public.ts'
import { pathOf } from '#shared/contract.ts'
import { pages } from '#shared/pages.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { moveQuery } from '#web/features/bookings/move-details.tsx'
import { MoveSheet } from '#web/features/bookings/move-sheet.tsx'
import { SheetFailure, SheetPage, SheetSkeleton } from '#web/features/bookings/sheet.tsx'

export function MoveConfirmationPage() {
  const { id = '' } = useParams()
  const query = useQuery(moveQuery(id))
  const move = query.data
  usePageTitle(move ? `Booking ${move.reference ?? id}` : 'Booking confirmation')
  return (
    <SheetPage
      back={`${pages.bookings}?tab=vehicles`}
      actions={isConfirmed(move?.status ?? '') && <CalendarLink path={pathOf(downloadMoveEvent, { id })} />}
      canPrint={move !== undefined}
    >
      {query.isPending && <SheetSkeleton />}
      {query.isLoadingError && <SheetFailure query={query} />}
      {move && <MoveSheet move={move} />}
    </SheetPage>
  )
}
