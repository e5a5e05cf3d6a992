import { CalendarClock } from 'lucide-react'
import { saleEndText } from '#shared/tours/sale-ends.ts'
import { Fact } from '#web/components/fact.tsx'
import type { TourResponse } from './tour-view.ts'

/** Until when a departure can be booked; nothing where no time closes it. */
export function BookUntil({ tour: { saleEnd, destination = '' } }: { tour: TourResponse }) {
  return saleEnd ? (
    <Fact icon={<CalendarClock />} name="Booking">
      {saleEndText(saleEnd, destination)}
    </Fact>
  ) : null
}
