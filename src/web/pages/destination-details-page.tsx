import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { listedTour } from '#web/features/tours/kept-results.ts'
import { TourDetailsSkeleton } from '#web/features/tours/tour-page.tsx'
import { tourQuery } from '#web/features/tours/tour-view.tsx'
import { ART } from '#web/lib/art.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { TourDetails } from './tour-details.tsx'

/** Specification §2. */
export function DestinationDetailsPage() {
  const { id = '' } = useParams()
  const query = useQuery(tourQuery(id))
  const client = useQueryClient()
  usePageTitle(query.data?.name ?? 'Tour')

  if (query.isPending) return <TourDetailsSkeleton known={listedTour(client, id)} />
  if (query.data) return <TourDetails key={id} tour={query.data} />
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <div className="page-width py-16">
      {query.isError ? (
        <div className="mx-auto max-w-xl">
          <h1 className="mb-6 text-3xl">Tour</h1>
          <Alert>{messageOf(query.error, 'Failed to fetch tour', NO_RESPONSE)}</Alert>
          {isGone && <p className="mt-4">It may no longer be available, or the link may be incomplete. See our other tours:</p>}
          <div className="mt-6 flex flex-wrap gap-3">
            {!isGone && (
              <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            )}
            <AllTours variant={isGone ? 'primary' : 'secondary'} />
          </div>
        </div>
      ) : (
        <>
          <h1 className="sr-only">Tour</h1>
          <EmptyState picture={ART['empty-state']} title="No data found." action={<AllTours variant="secondary" />} />
        </>
      )}
    </div>
  )
}

function AllTours({ variant }: { variant: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to={pages.destinations} variant={variant}>
      See all destinations
    </ButtonLink>
  )
}
