import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Price } from '#web/components/price.tsx'
import { basePriceOf, type TourResponse } from './tour-view.ts'

/** The price and a link onwards, in place of the booking panel, which does not work without JavaScript. */
export function TourWithoutScript({ tour }: { tour: TourResponse }) {
  const price = basePriceOf(tour)
  return (
    <noscript>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-paper p-6 shadow-card">
        {price && <Price price={price} unit="per person" isFrom={tour.isFrom} />}
        <ButtonLink to={pages.destinationDetails(tour.id)}>Choose a date</ButtonLink>
      </div>
    </noscript>
  )
}
