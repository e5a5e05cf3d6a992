import type { Lenient } from '#shared/lenient.ts'
import type { Place } from '#shared/tours/places.ts'
import type { itineraryDaySchema } from '#shared/tours/public.ts'

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
