import { placeSchema } from '#shared/tours/places.ts'
import { routeOf } from '#web/features/tours/route/route-stops.ts'
import { RouteCard } from '#web/features/tours/route/tour-route.tsx'
import { placeOf } from './place-draft.ts'
import type { DayDraft } from './tour-draft.ts'

/** The route as travellers would see it, from what is typed so far; incomplete places are left out. */
export function RoutePreview({ days }: { days: DayDraft[] }) {
  const route = routeOf(days.map(({ place }) => ({ place: placeSchema.safeParse(placeOf(place)).data })))
  if (route.stops.length === 0) return null
  return (
    <section aria-labelledby="route-preview" className="mt-5">
      <h3 id="route-preview" className="mb-2 font-sans text-sm font-semibold tracking-normal">
        The route
      </h3>
      {route.stops.length < 2 ? (
        <p className="text-ink-soft">Travellers see a drawing of the route once two days name different places.</p>
      ) : (
        <RouteCard route={route} />
      )}
    </section>
  )
}
