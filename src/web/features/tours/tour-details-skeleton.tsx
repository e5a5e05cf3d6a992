import { Skeleton } from '#web/components/skeleton.tsx'

/** The shape of a tour's page while it is loading. */
export function TourDetailsSkeleton() {
  return (
    <div className="md:page-width md:pt-8">
      <Skeleton className="aspect-4/3 w-full rounded-none md:aspect-21/9 md:rounded-card" />
      <div className="grid gap-10 py-8 max-md:page-width lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:gap-x-14 lg:pt-10">
        <div className="grid content-start gap-4">
          <h1 className="font-sans text-base font-normal tracking-normal text-ink-soft">
            <span role="status">Loading...</span>
          </h1>
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  )
}
