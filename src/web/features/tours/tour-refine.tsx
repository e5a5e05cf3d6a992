import { SelectField } from '#web/components/select-field.tsx'
import { ORDER_OPTIONS, PRICE_OPTIONS, type TourRefinement } from './tour-refinement.ts'

type Props = {
  refinement: TourRefinement
  /** Whether the list is short enough to be ordered. */
  canOrder: boolean
  onRefine: (refinement: TourRefinement) => void
}

/** Order and highest price, above the results; each acts at once. */
export function TourRefine({ refinement, canOrder, onRefine }: Props) {
  return (
    <div className="grid max-w-lg gap-x-3 gap-y-4 min-[22rem]:grid-cols-2">
      <SelectField
        label="Price"
        options={PRICE_OPTIONS}
        value={refinement.price}
        onValueChange={(price) => onRefine({ ...refinement, price })}
      />
      {canOrder && (
        <SelectField
          label="Sort by"
          options={ORDER_OPTIONS}
          value={refinement.order}
          onValueChange={(order) => onRefine({ ...refinement, order: order as TourRefinement['order'] })}
        />
      )}
    </div>
  )
}
