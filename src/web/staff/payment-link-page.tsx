import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { consolePages } from '#shared/pages.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { storyQuery } from '#web/features/bookings/staff/api/get-story.ts'
import { paymentSheetQuery } from '#web/features/reservations/staff/api/get-payment-sheet.ts'
import { FailedPart } from './failed-part.tsx'
import { useAgencyZone } from './member.ts'
import { PageFrame } from './page-frame.tsx'

const PaymentSheet = lazy(async () => ({ default: (await import('#web/features/reservations/staff/payment-sheet.tsx')).PaymentSheet }))

export function PaymentLinkPage({ id }: { id: string }) {
  const { data: story, error, isFetching, refetch } = useQuery(storyQuery(id))
  const timeZone = useAgencyZone()
  const link = useQuery(paymentSheetQuery(id))
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
