import { unitsToCents } from '#shared/money.ts'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { vehiclePrice } from '#shared/vehicles/public.ts'
import { PriceLines } from '#web/features/vehicles/price-lines.tsx'

/** The breakdown of the estimate; if the service has changed since, as it was then. */
export function QuoteEstimate({ quote }: { quote: ReadQuoteDetails }) {
  const { rates, currency, itemDetails, askedPrice } = quote
  const { floorCount: floors, helpers } = itemDetails
  const cents = (units: number | null) => (units === null ? null : unitsToCents(units))
  const perFloorCents = cents(rates.perFloor)
  const perHelperCents = cents(rates.perHelper)
  const price = vehiclePrice({ baseCents: unitsToCents(rates.base), perFloorCents, perHelperCents }, floors, helpers)
  const askedCents = unitsToCents(Number(askedPrice))
  return (
    <>
      <PriceLines estimate={{ ...price, totalCents: askedCents, currency, floors, helpers, perFloorCents, perHelperCents }} />
      {price.totalCents !== askedCents && (
        <p className="mt-2 text-xs text-ink-soft">This service’s prices have changed since then. These lines show today’s prices.</p>
      )}
    </>
  )
}
