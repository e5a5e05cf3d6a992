import { Clock, Footprints, Languages, Navigation, UserCheck } from 'lucide-react'
import { DIFFICULTY_NAMES } from '#shared/tours/facts.ts'
import { Fact } from '#web/components/fact.tsx'
import { BookUntil } from './book-until.tsx'
import type { TourResponse } from './tour-view.ts'

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
