import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pages } from '#shared/paths.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useKeptHeadingFocus } from '#web/components/kept-heading-focus.ts'
import { listedTour, tourQuery } from '#web/features/tours/api.ts'
import { TourDetailsSkeleton } from '#web/features/tours/tour-details-skeleton.tsx'
import { ART } from '#web/lib/art.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { TourDetails } from './tour-details.tsx'

/** One tour: loading, an error, nothing, or its details (specification §2). */
export function DestinationDetailsPage() {
  const { id = '' } = useParams()
  const query = useQuery(tourQuery(id))
  const client = useQueryClient()
  usePageTitle(query.data?.name ?? 'Tour')
  useKeptHeadingFocus(query.isPending)

  if (query.isPending) return <TourDetailsSkeleton known={listedTour(client, id)} />
  if (query.data) return <TourDetails key={id} tour={query.data} />
  return (
    <div className="page-width py-16">
      {query.isError ? (
        <div className="mx-auto max-w-xl">
          <h1 className="mb-6 text-3xl">Tour</h1>
          <Alert>{messageOf(query.error, 'Failed to fetch tour', NO_RESPONSE)}</Alert>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
            <AllTours />
          </div>
        </div>
      ) : (
        <>
          <h1 className="sr-only">Tour</h1>
          <EmptyState picture={ART['empty-state']} title="No data found." action={<AllTours />} />
        </>
      )}
    </div>
  )
}

function AllTours() {
  return (
    <ButtonLink to={pages.destinations} variant="secondary">
      See all destinations
    </ButtonLink>
  )
}
