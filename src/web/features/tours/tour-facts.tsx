import { CalendarDays, Compass, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { durationText, type TourResponse } from './tour-view.ts'

/** The sidebar's 'Tour Details' (specification §2). */
export function TourFacts({ tour }: { tour: TourResponse }) {
  return (
    <section aria-labelledby="tour-details" className="rounded-card bg-paper p-6 shadow-card">
      <h2 id="tour-details" className="mb-4 text-xl">
        Tour Details
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-4">
        <Fact icon={<MapPin />} name="Destination" value={tour.destination} />
        <Fact icon={<CalendarDays />} name="Duration" value={durationText(tour.duration)} />
        <Fact icon={<Users />} name="Max group size" value={tour.maxPeople === undefined ? '' : `${tour.maxPeople} people`} />
        <Fact icon={<Compass />} name="Tour type" value={tour.tourType} />
      </dl>
    </section>
  )
}

function Fact({ icon, name, value }: { icon: ReactNode; name: string; value: string | undefined }) {
  if (!value) return null
  return (
    <div className="relative min-w-0 pl-8 [&_svg]:size-5">
      <dt className="text-sm text-ink-soft">
        <span aria-hidden="true" className="absolute top-0.5 left-0 text-sea">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}
