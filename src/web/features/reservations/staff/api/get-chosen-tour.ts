import { queryOptions } from '@tanstack/react-query'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import { getStaffTour } from '#shared/tours/staff-calls.ts'
import type { TourFields, TourStatus } from '#shared/tours/staff.ts'
import { ask } from '#web/lib/ask.ts'

/** The fields a booking needs, of a tour on sale or not. */
export type ChosenTour = Pick<TourFields, 'name' | 'basePrice' | 'currency' | 'runs' | 'maxPeople'> & {
  id: string
  status: TourStatus
  saleEnd: SaleEnd | undefined
  /** Undefined for a tour with one price. */
  selling: Selling | undefined
  /** Advice only. */
  leastAge: number | undefined
}

/** What is known of tours that are chosen. */
export const CHOSEN_TOUR = ['staff', 'chosen-tour']

export function chosenTourQuery(id: string) {
  return queryOptions({
    queryKey: [...CHOSEN_TOUR, id],
    queryFn: async ({ signal }): Promise<ChosenTour> => {
      const { status, fields, selling } = await ask(getStaffTour, { params: { id } }, signal)
      const { name, basePrice, currency, runs, maxPeople, saleEnd, facts } = fields
      return {
        id,
        status,
        name,
        basePrice,
        currency,
        runs,
        maxPeople,
        saleEnd: saleEnd ?? undefined,
        selling: selling ?? undefined,
        leastAge: facts.leastAge,
      }
    },
    enabled: id !== '',
  })
}
