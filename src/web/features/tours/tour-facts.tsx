import {
  CalendarClock,
  CalendarDays,
  Check,
  Clock,
  Compass,
  Footprints,
  Languages,
  MapPin,
  Navigation,
  UserCheck,
  Users,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { DIFFICULTY_NAMES } from '#shared/tours/facts.ts'
import { saleEndText } from '#shared/tours/sale-ends.ts'
import { Fact } from '#web/components/fact.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { durationText, type TourResponse } from './tour-view.tsx'

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

/**
 * Practical facts beyond the 'Tour Details' of specification §2: where and when to meet, and who the tour suits. Only what the tour states;
 * an age is advice.
 */
export function TourPracticalities({ tour }: { tour: TourResponse }) {
  const { meetingPoint, startTime, difficulty, leastAge, guideLanguages = [] } = tour.facts ?? {}
  const isAny = meetingPoint || startTime || difficulty || leastAge || guideLanguages.length > 0 || tour.saleEnd
  if (!isAny) return null
  return (
    <section aria-labelledby="practicalities">
      <h2 id="practicalities" className="mb-5 text-2xl">
        Good to Know
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-x-4 gap-y-5 rounded-card bg-paper p-6 shadow-card">
        {meetingPoint && (
          <Fact icon={<Navigation />} name="Meeting point" className="col-span-full">
            {meetingPoint}
          </Fact>
        )}
        {startTime && (
          <Fact icon={<Clock />} name="Local start time">
            {startTime}
          </Fact>
        )}
        <BookUntil tour={tour} />
        {difficulty && (
          <Fact icon={<Footprints />} name="Difficulty">
            {DIFFICULTY_NAMES[difficulty]}
          </Fact>
        )}
        {Boolean(leastAge) && (
          <Fact icon={<UserCheck />} name="Suitable from">
            Age {leastAge} and over
          </Fact>
        )}
        {guideLanguages.length > 0 && (
          <Fact icon={<Languages />} name="Guided in">
            {new Intl.ListFormat('en-GB').format(guideLanguages)}
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** Renders nothing if the tour has no fixed time at which sales close. */
function BookUntil({ tour: { saleEnd, destination = '' } }: { tour: TourResponse }) {
  return saleEnd ? (
    <Fact icon={<CalendarClock />} name="Booking">
      {saleEndText(saleEnd, destination)}
    </Fact>
  ) : null
}

/** What the price covers and what it does not, side by side. Renders only what the tour states. */
export function TourInclusions({ tour }: { tour: TourResponse }) {
  const { included = [], notIncluded = [] } = tour.facts ?? {}
  if (included.length === 0 && notIncluded.length === 0) return null
  return (
    <section aria-labelledby="inclusions">
      <h2 id="inclusions" className="mb-5 text-2xl">
        What’s Included
      </h2>
      <div className="grid gap-x-10 gap-y-6 rounded-card bg-paper p-6 shadow-card sm:grid-flow-col sm:auto-cols-fr">
        <Lines name="Included" lines={included} isIncluded />
        <Lines name="Not included" lines={notIncluded} isIncluded={false} />
      </div>
    </section>
  )
}

function Lines({ name, lines, isIncluded }: { name: string; lines: string[]; isIncluded: boolean }) {
  if (lines.length === 0) return null
  const Mark = isIncluded ? Check : X
  return (
    <div className="min-w-0">
      <h3 className="mb-3 font-sans text-base font-semibold">{name}</h3>
      <ul className="grid gap-2.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5 text-pretty wrap-anywhere">
            <Mark aria-hidden="true" className={classNames('mt-1 size-5 shrink-0', isIncluded ? 'text-sea' : 'text-ink-soft')} />
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
