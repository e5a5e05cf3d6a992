import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { CheckBoxes } from './check-boxes.tsx'
import { RemoveButton } from './remove-button.tsx'
import type { UnitDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { TYPE_CHOICES, unitRules } from './unit-words.ts'

export const UNIT_COLUMNS = 'gap-x-2 gap-y-3 @xl:grid-cols-[minmax(0,1fr)_7.5rem_4rem_4rem_6rem_5.75rem]'

/** In a wide table the labels stand above the columns. */
const UNDER_HEAD = '@xl:[&>label]:sr-only'

type Props = {
  form: SellingForm
  path: `options.${number}.units.${number}`
  unit: UnitDraft
  others: readonly UnitDraft[]
  /** Undefined where the group has a price. */
  priceLabel: string | undefined
  onChange: (part: Partial<UnitDraft>) => void
  onRemove: () => void
}

export function UnitRow({ form, path, unit, others, priceLabel, onChange, onRemove }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const name = unit.name.trim() || 'this traveller'
  const more = ['people', 'seats', 'least', 'most', 'accompaniedBy'] as const
  // It does not fold under the hands of who puts it right.
  if (!isOpen && more.some((part) => form.isWrong(`${path}.${part}`))) setIsOpen(true)
  const rules = unitRules(unit, others)
  return (
    <div data-unit role="group" aria-label={name} className="rounded-field border border-line p-3 @xl:border-0 @xl:p-0">
      <div className={classNames('grid grid-cols-4 items-end @xl:items-start', UNIT_COLUMNS)}>
        <TextField {...form.field(`${path}.name`)} label="Name" autoComplete="off" className={`col-span-2 @xl:col-span-1 ${UNDER_HEAD}`} />
        <SelectField
          {...form.choice(`${path}.type`)}
          label="Type"
          options={TYPE_CHOICES}
          className={`col-span-2 @xl:col-span-1 ${UNDER_HEAD}`}
        />
        <TextField {...form.field(`${path}.ages.from`)} label="From age" inputMode="numeric" autoComplete="off" className={UNDER_HEAD} />
        <TextField {...form.field(`${path}.ages.to`)} label="To age" inputMode="numeric" autoComplete="off" className={UNDER_HEAD} />
        {priceLabel && (
          <TextField
            {...form.field(`${path}.priceCents`)}
            label={priceLabel}
            data-price
            inputMode="decimal"
            autoComplete="off"
            className={`col-span-2 @xl:col-span-1 ${UNDER_HEAD}`}
          />
        )}
        <div
          className={classNames(
            'flex items-center justify-end',
            priceLabel ? 'col-span-4 -my-2 @xl:col-span-1 @xl:my-0' : 'col-span-2 @xl:col-span-2',
          )}
        >
          <span className="mr-auto text-sm text-ink-soft @xl:hidden">{rules}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`More about ${name}`}
            title="People, seats, limits and companions"
            onClick={() => setIsOpen(!isOpen)}
            className={classNames(
              'flex size-11 items-center justify-center rounded-pill hover:bg-sand in-disabled:hidden',
              isOpen ? 'bg-sand text-ink' : 'text-ink-soft',
            )}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          </button>
          <RemoveButton what={name} onRemove={onRemove} />
        </div>
      </div>
      {!isOpen && rules !== '' && <p className="mt-1 hidden text-sm text-ink-soft @xl:block">{rules}</p>}
      {isOpen && (
        <div className="mt-2 grid grid-cols-1 gap-3 rounded-field bg-sand p-3">
          <div className="grid grid-cols-2 items-start gap-3 @lg:grid-cols-4">
            <TextField {...form.field(`${path}.people`)} label="Counts as" inputMode="numeric" autoComplete="off" hint="people" />
            <TextField {...form.field(`${path}.seats`)} label="Uses" inputMode="numeric" autoComplete="off" hint="seats; 0 if on a lap" />
            <TextField {...form.field(`${path}.least`)} label="At least" inputMode="numeric" autoComplete="off" hint="per booking" />
            <TextField {...form.field(`${path}.most`)} label="At most" inputMode="numeric" autoComplete="off" hint="or empty" />
          </div>
          {others.length > 0 && (
            <CheckBoxes
              legend="Must travel with"
              chosen={unit.accompaniedBy}
              choices={others.map((other) => ({ value: other.key, label: other.name.trim() || 'Unnamed' }))}
              onChange={(accompaniedBy) => onChange({ accompaniedBy })}
            />
          )}
        </div>
      )}
    </div>
  )
}
