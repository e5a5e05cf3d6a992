import type { Currency } from '#shared/money.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { RadioLine } from './radio-line.tsx'
import type { ChangeDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'

const CHANGES = [
  { value: 'percent', label: 'By percentage' },
  { value: 'prices', label: 'By price' },
] as const

const DIRECTIONS = [
  { value: 'more', label: 'per cent more' },
  { value: 'less', label: 'per cent less' },
]

type Props = {
  form: SellingForm
  path: `seasons.${number}` | `dayPrices.${number}`
  change: ChangeDraft
  currency: Currency
  onChange: (part: Partial<ChangeDraft>) => void
}

/** How prices differ on some days: by a percentage, or by prices of single units. */
export function ChangeFields({ form, path, change, currency, onChange }: Props) {
  const { changes } = change
  const error = form.errorOf(`${path}.prices`)
  return (
    <div className="grid grid-cols-1 gap-3">
      <RadioLine legend="Prices change" value={changes} choices={CHANGES} onChange={(kind) => onChange({ changes: kind })} />
      {changes === 'prices' && <UnitPrices form={form} path={path} change={change} currency={currency} onChange={onChange} />}
      <div className="grid max-w-88 grid-cols-2 items-start gap-3">
        <TextField
          {...form.field(`${path}.percent`)}
          label={changes === 'percent' ? 'By' : 'Other prices, by'}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField {...form.choice(`${path}.direction`)} label="More or less" options={DIRECTIONS} />
      </div>
      {changes === 'prices' && <p className="text-ink-soft">Prices left empty change by this percentage, if you enter one.</p>}
      <div aria-live="polite">{error && <p className="font-medium text-danger">{error}</p>}</div>
    </div>
  )
}

function UnitPrices({ form, path, change: { prices }, currency, onChange }: Props) {
  const { options } = form.values
  const give = (optionId: string, unitId: string, priceCents: string) => {
    const index = prices.findIndex((each) => each.optionId === optionId && each.unitId === unitId)
    if (priceCents.trim() === '') return onChange({ prices: prices.filter((_, at) => at !== index) })
    const price = { optionId, unitId, priceCents }
    onChange({ prices: index === -1 ? [...prices, price] : prices.with(index, price) })
  }
  return options.map((option, at) => {
    const name = option.name.trim() || `Option ${at + 1}`
    return (
      <fieldset key={option.key} className="min-w-0">
        <legend className={options.length === 1 ? 'sr-only' : 'mb-1 text-sm text-ink-soft'}>{name}</legend>
        {option.pricedBy === 'group' ? (
          <p className="text-ink-soft">{name} has group prices, which can only change by percentage.</p>
        ) : (
          <div className="grid grid-cols-2 items-start gap-3 @md:grid-cols-3 @xl:grid-cols-4">
            {option.units.map((unit, place) => {
              const index = prices.findIndex((each) => each.optionId === option.key && each.unitId === unit.key)
              return (
                <TextField
                  key={unit.key}
                  label={`${unit.name.trim() || `Traveller ${place + 1}`}, ${currency.toUpperCase()}`}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder={unit.priceCents}
                  value={prices[index]?.priceCents ?? ''}
                  error={index === -1 ? undefined : form.errorOf(`${path}.prices.${index}.priceCents`)}
                  onChange={({ target }) => give(option.key, unit.key, target.value)}
                />
              )
            })}
          </div>
        )}
      </fieldset>
    )
  })
}
