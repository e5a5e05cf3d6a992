import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { FailedPart } from './failed-part.tsx'

type Props<Page> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** Shown if loading fails: "The requests could not be loaded". */
  failed: string
  /** A skeleton in the shape of the content. */
  waiting: ReactNode
  children: (pages: Page[]) => ReactNode
}

export function LoadedList<Page>({ query, failed, waiting, children }: Props<Page>) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!data) return error ? <FailedPart title={failed} error={error} isBusy={isFetching} onRetry={() => void refetch()} /> : waiting
  const showMore = () => void fetchNextPage()
  return (
    <>
      {children(data.pages)}
      {hasNextPage && (
        <div className="mt-5">
          {isFetchNextPageError ? (
            <FailedPart title="No more could be loaded" error={error} isBusy={isFetchingNextPage} onRetry={showMore} />
          ) : (
            <p className="text-center">
              <Button variant="secondary" size="small" isBusy={isFetchingNextPage} onClick={showMore}>
                Show more
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  )
}
