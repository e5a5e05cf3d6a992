import { CalendarDays, Compass, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fact } from '#web/components/fact.tsx'
import { durationText, type TourResponse } from './tour-view.ts'

/** The sidebar's 'Tour Details' (specification §2). */
export function TourFacts({ tour }: { tour: TourResponse }) {
  return (
    <section aria-labelledby="tour-details" className="rounded-card bg-paper p-6 shadow-card lg:order-last lg:px-6 lg:py-5">
      <h2 id="tour-details" className="mb-4 text-xl lg:mb-3">
        Tour Details
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-4 lg:gap-y-3">
        <TourFact icon={<MapPin />} name="Destination" value={tour.destination} />
        <TourFact icon={<CalendarDays />} name="Duration" value={durationText(tour.duration)} />
        <TourFact icon={<Users />} name="Max group size" value={tour.maxPeople === undefined ? '' : `${tour.maxPeople} people`} />
        <TourFact icon={<Compass />} name="Tour type" value={tour.tourType} />
      </dl>
    </section>
  )
}

/** Renders nothing if the tour lacks the fact. */
function TourFact({ icon, name, value }: { icon: ReactNode; name: string; value: string | undefined }) {
  return value ? (
    <Fact icon={icon} name={name}>
      {value}
    </Fact>
  ) : null
}
