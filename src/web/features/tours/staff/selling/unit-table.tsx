import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { focusNew } from './focus-new.ts'
import type { OptionProps } from './option-props.ts'
import { unitOf, UNIT_PRESETS } from './presets.ts'
import { UNIT_COLUMNS, UnitRow } from './unit-row.tsx'

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
