import { Plus, SlidersHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { CheckBoxes, focusNew, RemoveButton } from './pieces.tsx'
import { UNIT_PRESETS, unitOf } from './new-entries.ts'
import type { UnitDraft } from './selling-draft.ts'
import type { OptionProps, SellingForm } from './selling-form.ts'
import { TYPE_CHOICES, unitRules } from './summaries.ts'

const MAX_UNITS = 12

/** Who travels with an option, at what age and for how much. */
export function UnitTable({ form, at, option, onChange, currency }: OptionProps & { currency: Currency }) {
  const { units, pricedBy } = option
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const error = form.errorOf(`options.${at}.units`)
  const offered = UNIT_PRESETS.filter(({ type }) => !units.some((unit) => unit.type === type))
  const add = (preset: (typeof UNIT_PRESETS)[number] | undefined) => {
    const unit = unitOf(preset, option)
    onChange({ units: [...units, unit] })
    const isPriceNext = preset && unit.priceCents === '' && pricedBy === 'unit'
    focusNew(list.current, '[data-unit]', isPriceNext ? '[data-price]' : 'input')
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div aria-hidden="true" className={`hidden text-xs font-semibold text-ink-soft @xl:grid ${UNIT_COLUMNS}`}>
        <span>Name</span>
        <span>Type</span>
        <span className="col-span-2">Ages from – to</span>
        {pricedBy === 'unit' && <span>Price, {currency.toUpperCase()}</span>}
      </div>
      <div ref={list} className="grid grid-cols-1 gap-3 @xl:gap-2">
        {units.map((unit, index) => (
          <UnitRow
            key={unit.row}
            form={form}
            path={`options.${at}.units.${index}`}
            unit={unit}
            others={units.filter((other) => other !== unit)}
            priceLabel={pricedBy === 'unit' ? `Price, ${currency.toUpperCase()}` : undefined}
            onChange={(part) => onChange({ units: units.with(index, { ...unit, ...part }) })}
            onRemove={() => {
              onChange({ units: units.toSpliced(index, 1) })
              setSaid(`${unit.name || 'The traveller'} removed.`)
              list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus()
            }}
          />
        ))}
      </div>
      <div aria-live="polite">{error && <p className="font-medium text-danger">{error}</p>}</div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {units.length < MAX_UNITS && (
        <div role="group" aria-label="Add a traveller type" className="flex flex-wrap gap-2 in-disabled:hidden">
          {[...offered, undefined].map((preset) => (
            <button
              key={preset?.label ?? ''}
              type="button"
              data-add
              onClick={() => add(preset)}
              className="flex min-h-9 items-center gap-1.5 rounded-pill border border-line bg-paper px-3 text-sm font-semibold hover:border-ink hover:bg-cream pointer-coarse:min-h-11"
            >
              <Plus aria-hidden="true" className="size-3.5" /> {preset?.label ?? 'Other'}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const UNIT_COLUMNS = 'gap-x-2 gap-y-3 @xl:grid-cols-[minmax(0,1fr)_7.5rem_4rem_4rem_6rem_5.75rem]'

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

function UnitRow({ form, path, unit, others, priceLabel, onChange, onRemove }: Props) {
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
