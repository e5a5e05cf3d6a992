import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/components/skeleton.tsx'
import type { TourResponse } from '../tour-view.tsx'
import type { Lenient } from '#shared/lenient.ts'
import type { Place } from '#shared/tours/places.ts'
import type { itineraryDaySchema } from '#shared/tours/public.ts'

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

/** A place on the journey, listed once however often it is visited. */
type Stop = Place & { /** Ascending. */ days: number[] }

/** The stops in the order of their first visit, and the path through them as indexes into `stops`. */
export type Route = { stops: Stop[]; way: number[] }

type PlacedDay = Pick<Lenient<typeof itineraryDaySchema>, 'dayNumber' | 'place'>

/** Days without a place are left out. */
export function routeOf(days: readonly PlacedDay[]): Route {
  const route: Route = { stops: [], way: [] }
  for (const [index, { dayNumber = index + 1, place }] of days.entries()) {
    if (!place) continue
    const known = route.stops.findIndex(({ name }) => name === place.name)
    const at = known === -1 ? route.stops.push({ ...place, days: [] }) - 1 : known
    route.stops[at]?.days.push(dayNumber)
    if (route.way.at(-1) !== at) route.way.push(at)
  }
  return route
}

/** "Day 1", "Days 1 and 4" or "Days 2 to 4 and 7". */
export function daysText(days: readonly number[]): string {
  const spans: [first: number, last: number][] = []
  for (const day of days) {
    const span = spans.at(-1)
    if (span && day === span[1] + 1) span[1] = day
    else spans.push([day, day])
  }
  const parts = spans.flatMap(([first, last]) => (last - first > 1 ? [`${first} to ${last}`] : [...new Set([first, last])].map(String)))
  return `${days.length === 1 ? 'Day' : 'Days'} ${new Intl.ListFormat('en-GB').format(parts)}`
}
