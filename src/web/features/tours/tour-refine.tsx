import { Check, X } from 'lucide-react'
import { SelectField } from '#web/components/select-field.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { ORDER_OPTIONS, PRICE_OPTIONS, SEATS_OPTIONS, type TourRefinement } from './tour-refinement.ts'

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
