import { CalendarClock } from 'lucide-react'
import { saleEndText } from '#shared/tours/sale-ends.ts'
import { Fact } from '#web/components/fact.tsx'
import type { TourResponse } from './tour-view.ts'

/** Renders nothing if the tour has no fixed time at which sales close. */
export function BookUntil({ tour: { saleEnd, destination = '' } }: { tour: TourResponse }) {
  return saleEnd ? (
    <Fact icon={<CalendarClock />} name="Booking">
      {saleEndText(saleEnd, destination)}
    </Fact>
  ) : null
}
