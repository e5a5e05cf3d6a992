import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isConfirmed } from '#shared/bookings/public.ts'
import { pages } from '#shared/pages.ts'
import { pathOf } from '#shared/contract.ts'
import { downloadMoveEvent } from '#shared/bookings/calls.ts'
import { moveQuery } from '#web/features/bookings/api/get-move.ts'
import { CalendarLink } from '#web/features/bookings/confirmed-links.tsx'
import { MoveSheet } from '#web/features/bookings/move-sheet.tsx'
import { SheetFailure, SheetPage, SheetSkeleton } from '#web/features/bookings/sheet-page.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'

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
