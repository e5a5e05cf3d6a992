import { Check, X } from 'lucide-react'
import { DEFAULT_CURRENCY, formatMoney, toMoney } from '#shared/money.ts'
import { TOUR_ORDERS, type TourOrder } from '#shared/tours/public.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  refinement: TourRefinement
  /** Whether there are few enough results to sort. */
  canOrder: boolean
  onRefine: (refinement: TourRefinement) => void
}

/** Maximum price, seats, order and free cancellation, above the results; each applies at once. */
export function TourRefine({ refinement, canOrder, onRefine }: Props) {
  return (
    <div className="grid items-end gap-x-3 gap-y-4 min-[22rem]:grid-cols-2 md:max-w-4xl md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.3fr)_auto]">
      <SelectField
        label="Price"
        options={PRICE_OPTIONS}
        value={refinement.price}
        onValueChange={(price) => onRefine({ ...refinement, price })}
      />
      <SelectField
        label="Seats"
        options={SEATS_OPTIONS}
        value={refinement.seats}
        onValueChange={(seats) => onRefine({ ...refinement, seats })}
      />
      {canOrder && (
        <SelectField
          label="Sort by"
          options={ORDER_OPTIONS}
          value={refinement.order}
          onValueChange={(order) => onRefine({ ...refinement, order: order as TourRefinement['order'] })}
        />
      )}
      <FreeCancellation isOn={refinement.isFreeToCancel} onChange={(isFreeToCancel) => onRefine({ ...refinement, isFreeToCancel })} />
    </div>
  )
}

/** A toggle; the cross shows that another press turns it off. */
function FreeCancellation({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-pill border px-3 text-sm font-semibold transition-colors md:px-5 md:text-base md:whitespace-nowrap',
        isOn ? 'border-sea bg-sea text-paper hover:bg-sea-deep' : 'border-line-strong bg-paper text-ink hover:border-ink hover:bg-sand',
      )}
    >
      {isOn && <Check aria-hidden="true" className="size-4 shrink-0 max-md:hidden" />}
      <span>Free cancellation</span>
      {isOn && <X aria-hidden="true" className="-mr-1 size-4 shrink-0" />}
    </button>
  )
}

/** Narrows and sorts results beyond the search row. All empty means the server's default list. */
export type TourRefinement = { order: TourOrder | ''; price: string; seats: string; isFreeToCancel: boolean }

export const UNREFINED: TourRefinement = { order: '', price: '', seats: '', isFreeToCancel: false }

const ORDER_NAMES: Record<TourOrder, string> = {
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  duration: 'Duration: shortest first',
  '-duration': 'Duration: longest first',
  '-rating': 'Rating: best first',
}

const ORDER_OPTIONS = [{ value: '', label: 'Recommended' }, ...TOUR_ORDERS.map((order) => ({ value: order, label: ORDER_NAMES[order] }))]

/** Upper limits in whole units of the tours' currency. */
const PRICES = ['500', '1000', '1500', '2000', '3000']

export const PRICE_OPTIONS = [
  { value: '', label: 'Any price' },
  ...PRICES.map((price) => ({ value: price, label: `Up to ${formatMoney(toMoney(price, DEFAULT_CURRENCY.tour), 'if any')}` })),
]

/** More than the number of guests the search row offers (specification §2). */
const SEATS = ['4', '6', '8', '10', '12']

const SEATS_OPTIONS = [{ value: '', label: 'Any number' }, ...SEATS.map((seats) => ({ value: seats, label: `${seats} or more` }))]

/** Address parameter for tours with free cancellation. */
const FREE = ['cancellation', 'free'] as const

/** Reads the refinement from an address, ignoring values that are not among our choices. */
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

export function withRefinement(params: URLSearchParams, { order, price, seats, isFreeToCancel }: TourRefinement): URLSearchParams {
  const added = Object.entries({ sort: order, price, seats }).filter(([, value]) => value !== '')
  return new URLSearchParams([...params, ...added, ...(isFreeToCancel ? [[...FREE]] : [])])
}

export function isRefined(refinement: TourRefinement): boolean {
  return refinement.order !== '' || refinement.price !== '' || refinement.seats !== '' || refinement.isFreeToCancel
}
