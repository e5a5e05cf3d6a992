import { DEFAULT_CURRENCY, formatMoney, toMoney } from '#shared/money.ts'
import { TOUR_ORDERS, type TourOrder } from '#shared/tours.ts'

/** How results are narrowed and ordered, beyond the search row. Empty: as the server lists them. */
export type TourRefinement = { order: TourOrder | ''; price: string }

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

/** Returns the refinement that an address carries; what is not one of our choices is left out. */
export function refinementFromParams(params: URLSearchParams): TourRefinement {
  const price = params.get('price') ?? ''
  return { order: TOUR_ORDERS.find((order) => order === params.get('sort')) ?? '', price: PRICES.includes(price) ? price : '' }
}

/** Returns these parameters with the refinement written into them. */
export function withRefinement(params: URLSearchParams, { order, price }: TourRefinement): URLSearchParams {
  return new URLSearchParams([...params, ...(order === '' ? [] : [['sort', order]]), ...(price === '' ? [] : [['price', price]])])
}

/** Returns the search text with the highest price, in words that the server understands. */
export function narrowedByPrice(text: string, price: string): string {
  return price === '' ? text : `${text} at most ${price}`.trim()
}
