import type { Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { lowestCents } from '#shared/tours/offers/chosen-offer.ts'
import { sizeOf, unitsIn, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import type { CalendarSale } from './calendar-sale.ts'
import { firstDayOf } from './option-departures.ts'

type Shown = { sold: SoldTour; option: SellingOption | undefined; choice: OptionChoice; currency: Currency; today: Day; now: Date }

/** What the calendar needs of a choice, whose prices the checkout computes. */
export function calendarSaleOf({ sold, option, choice, currency, today, now }: Shown): CalendarSale {
  const { selling, runs } = sold
  const shown = option ? [option] : selling.options
  return {
    options: shown.map((each) => ({
      id: each.id,
      runs: each.runs ?? runs,
      capacity: selling.capacityGroups.find(({ id }) => id === each.capacityGroup)?.seats ?? 0,
      seatsNeeded: sizeOf(each, unitsIn(each, choice)).seats,
      first: firstDayOf(sold, each, today, now),
    })),
    party: JSON.stringify(choice),
    priceOn: (ids, day) => {
      const cents = lowestCents(
        selling,
        shown.filter(({ id }) => ids.includes(id)),
        choice,
        { day, today },
      )
      return cents === undefined ? undefined : { cents, currency }
    },
  }
}
