import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/components/skeleton.tsx'
import type { TourResponse } from '../tour-view.tsx'
import { daysText, routeOf, type Route } from './route-stops.ts'

// If the drawing cannot be loaded, the list is enough.
const RouteDrawing = lazy(async () => import('./route-drawing.tsx').catch(() => ({ default: () => null })))

/** 'The Route': the itinerary's places, drawn and listed. Renders nothing for a journey with fewer than two places. */
export function TourRoute({ days }: { days: NonNullable<TourResponse['itinerary']> }) {
  const route = routeOf(days)
  if (route.stops.length < 2) return null
  return (
    <section aria-labelledby="route" className="print:break-inside-avoid">
      <h2 id="route" className="mb-5 text-2xl">
        The Route
      </h2>
      <RouteCard route={route} />
    </section>
  )
}

export function RouteCard({ route }: { route: Route }) {
  return (
    <div className="overflow-hidden rounded-card bg-paper shadow-card">
      <Suspense fallback={<Skeleton className="aspect-2/1 rounded-none" />}>
        <RouteDrawing route={route} />
      </Suspense>
      <ol
        aria-label="Stops, in order"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-3 border-t border-line p-[min(1.5rem,5vw)]"
      >
        {route.stops.map(({ name, days }, index) => (
          <li key={name} className="flex items-baseline gap-[min(0.75rem,3vw)]">
            <span
              aria-hidden="true"
              className="flex size-[1.625rem] shrink-0 items-center justify-center self-start rounded-pill bg-coral-deep text-xs font-bold text-paper"
            >
              {index + 1}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-ink-soft">{daysText(days)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
