import { Button } from './button.tsx'

type Props = { list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** The button below a paged list from `useInfiniteQuery`; nothing once all of it is there. */
export function ShowMore({ list }: Props) {
  if (!list.hasNextPage) return null
  return (
    <div className="mt-5 text-center">
      <Button variant="secondary" size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </div>
  )
}
