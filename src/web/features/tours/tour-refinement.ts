import { DEFAULT_CURRENCY, formatMoney, toMoney } from '#shared/money.ts'
import { TOUR_ORDERS, type TourOrder } from '#shared/tours/public.ts'

/** How results are narrowed and ordered, beyond the search row. Empty: as the server lists them. */
export type TourRefinement = { order: TourOrder | ''; price: string; seats: string; isFreeToCancel: boolean }

export const UNREFINED: TourRefinement = { order: '', price: '', seats: '', isFreeToCancel: false }

const ORDER_NAMES: Record<TourOrder, string> = {
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  duration: 'Length: shortest first',
  '-duration': 'Length: longest first',
  '-rating': 'Rating: best first',
}

export const ORDER_OPTIONS = [
  { value: '', label: 'Recommended' },
  ...TOUR_ORDERS.map((order) => ({ value: order, label: ORDER_NAMES[order] })),
]

/** In whole units of the tours' currency. */
const PRICES = ['500', '1000', '1500', '2000', '3000']

export const PRICE_OPTIONS = [
  { value: '', label: 'Any price' },
  ...PRICES.map((price) => ({ value: price, label: `Up to ${formatMoney(toMoney(price, DEFAULT_CURRENCY.tour), 'if any')}` })),
]

/** Beyond the guests that the search row offers (specification §2). */
const SEATS = ['4', '6', '8', '10', '12']

export const SEATS_OPTIONS = [{ value: '', label: 'Any number' }, ...SEATS.map((seats) => ({ value: seats, label: `${seats} or more` }))]

/** How the address asks for tours that can be cancelled free of charge. */
const FREE = ['cancellation', 'free'] as const

/** Returns the refinement that an address carries; what is not one of our choices is left out. */
export function refinementFromParams(params: URLSearchParams): TourRefinement {
  const price = params.get('price') ?? ''
  const seats = params.get('seats') ?? ''
  return {
    order: TOUR_ORDERS.find((order) => order === params.get('sort')) ?? '',
    price: PRICES.includes(price) ? price : '',
    seats: SEATS.includes(seats) ? seats : '',
    isFreeToCancel: params.get(FREE[0]) === FREE[1],
  }
}

/** Returns these parameters with the refinement written into them. */
export function withRefinement(params: URLSearchParams, { order, price, seats, isFreeToCancel }: TourRefinement): URLSearchParams {
  const added = Object.entries({ sort: order, price, seats }).filter(([, value]) => value !== '')
  return new URLSearchParams([...params, ...added, ...(isFreeToCancel ? [[...FREE]] : [])])
}

export function isRefined(refinement: TourRefinement): boolean {
  return refinement.order !== '' || refinement.price !== '' || refinement.seats !== '' || refinement.isFreeToCancel
}
