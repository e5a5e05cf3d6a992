import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Price } from '#web/components/price.tsx'
import { basePriceOf, type TourResponse } from './tour-view.ts'

/** The price and the way on, in place of the booking panel, which without a script can do nothing. */
export function TourWithoutScript({ tour }: { tour: TourResponse }) {
  const price = basePriceOf(tour)
  return (
    <noscript>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-paper p-6 shadow-card">
        {price && <Price price={price} unit="per person" />}
        <ButtonLink to={pages.destinationDetails(tour.id)}>Choose a date</ButtonLink>
      </div>
    </noscript>
  )
}
