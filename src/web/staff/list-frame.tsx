import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { ShowMore } from '#web/components/show-more.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { FailedPart } from './failed-part.tsx'

type Props = {
  /** The paged list from `useInfiniteQuery`. */
  list: {
    isPending: boolean
    isFetching: boolean
    error: Error | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** Entries loaded so far; undefined while loading. */
  count: number | undefined
  failed: string
  empty: ReactNode
  children: ReactNode
}

/** The states of a paged list: loading, failed, empty, and the button for more. */
export function ListFrame({ list, count, failed, empty, children }: Props) {
  if (count === undefined && list.error)
    return <FailedPart title={failed} error={list.error} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
  if (count === undefined) return <Waiting />
  if (count === 0) return <div className="rounded-card border border-line bg-paper">{empty}</div>
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-paper">{children}</ul>
      {list.error && (
        <div className="mt-5">
          <FailedPart title={failed} error={list.error} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
        </div>
      )}
      <ShowMore list={list} />
    </>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="overflow-hidden rounded-card border border-line bg-paper p-3">
      {[1, 2, 3, 4, 5].map((each) => (
        <Skeleton key={each} className="my-2 h-12" />
      ))}
    </div>
  )
}

type LoadedProps<Page> = {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** Shown if loading fails: "The requests could not be loaded". */
  failed: string
  /** A skeleton in the shape of the content. */
  waiting: ReactNode
  children: (pages: Page[]) => ReactNode
}

export function LoadedList<Page>({ query, failed, waiting, children }: LoadedProps<Page>) {
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
