import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { consolePages } from '#shared/pages.ts'
import { showPaymentLink } from '#shared/reservations/staff-calls.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { storyQuery } from '#web/features/desk/staff/bookings.ts'
import { queryOf } from '#web/lib/ask.ts'
import { FailedPart } from './failed-part.tsx'
import { useAgencyZone } from './member.ts'
import { PageFrame } from './page-frame.tsx'

const PaymentSheet = lazy(async () => ({ default: (await import('#web/features/reservations/staff/payment-sheet.tsx')).PaymentSheet }))

/** Every request creates a new link, so it is kept for the visit. */
function linkQuery(id: string) {
  return { ...queryOf(showPaymentLink, { params: { id } }, { key: ['staff', 'payment-sheet', id], staleTime: Infinity }), retry: false }
}

export function PaymentLinkPage({ id }: { id: string }) {
  const { data: story, error, isFetching, refetch } = useQuery(storyQuery(id))
  const timeZone = useAgencyZone()
  const link = useQuery(linkQuery(id))
  const failure = error ?? link.error
  return (
    <PageFrame
      title={story ? `Payment link, ${story.booking.reference}` : 'Payment link'}
      back={{ title: 'The booking', path: consolePages.booking(id) }}
    >
      {failure && (
        <FailedPart
          title="We couldn’t create the link"
          error={failure}
          isBusy={isFetching || link.isFetching}
          onRetry={() => void (error ? refetch() : link.refetch())}
        />
      )}
      {!failure && (!story || !link.data) && <Skeleton className="h-72" />}
      {!failure && story && link.data && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <PaymentSheet booking={story.booking} url={link.data.url} timeZone={timeZone} />
        </Suspense>
      )}
    </PageFrame>
  )
}
