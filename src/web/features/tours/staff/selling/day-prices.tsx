import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { RuleDraft } from '../editor/runs-draft.ts'
import { RuleSpanFields, WeekdayChoice } from '../editor/time-fields.tsx'
import { newKeyed } from './new-entries.ts'
import { AddButton, Entry, focusNew, RadioLine, RemoveButton } from './pieces.tsx'
import type { ChangeDraft, DayPriceDraft, SeasonDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { changeInWords, dayTitle, seasonSummary } from './summaries.ts'

const MAX_SEASONS = 40
const SUMMER: RuleDraft = { weekdays: [1, 2, 3, 4, 5, 6, 7], season: 'yearly', from: '06-01', to: '08-31' }

type Props = { form: SellingForm; currency: Currency }

/** Parts of the year, or weekdays, with other prices. Their order says nothing: the shortest one counts. */
export function SeasonList({ form, currency }: Props) {
  const { seasons } = form.values
  const [open, setOpen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const change = (at: number, part: Partial<SeasonDraft>) =>
    form.arrange(({ seasons: now }) => ({ seasons: now.map((each, index) => (index === at ? { ...each, ...part } : each)) }))
  const add = () => {
    const season: SeasonDraft = { ...newKeyed(), name: '', when: SUMMER, changes: 'percent', direction: 'more', percent: '', prices: [] }
    form.arrange({ seasons: [...seasons, season] })
    setOpen(season.row)
    focusNew(list.current, ':scope > ul > li')
  }
  return (
    <div ref={list} className="contents">
      {seasons.length > 0 && (
        <ul aria-label="Seasons" className="basis-full divide-y divide-line">
          {seasons.map((season, at) => {
            const { row, when, ...rest } = season
            const name = season.name.trim() || `Season ${at + 1}`
            const error = form.errorOf(`seasons.${at}.when.weekdays`)
            return (
              <Entry
                key={row}
                title={name}
                summary={seasonSummary(season, form.values.options, currency)}
                isOpen={open === row}
                isWrong={form.isWrong(`seasons.${at}`)}
                onToggle={() => setOpen(open === row ? '' : row)}
                actions={
                  <RemoveButton
                    what={name}
                    onRemove={() => {
                      form.arrange({ seasons: seasons.toSpliced(at, 1) })
                      list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
                    }}
                  />
                }
              >
                <TextField
                  {...form.field(`seasons.${at}.name`)}
                  label="Name"
                  autoComplete="off"
                  hint="For example, Summer or Weekends."
                  className="max-w-96"
                />
                <div className="grid grid-cols-1 gap-3">
                  <RuleSpanFields
                    label="When"
                    rule={when}
                    errorOf={(part) => form.errorOf(`seasons.${at}.when.${part}`)}
                    onChange={(rule) => change(at, { when: rule })}
                  />
                  <WeekdayChoice
                    weekdays={when.weekdays}
                    error={error}
                    onChange={(weekdays) => change(at, { when: { ...when, weekdays } })}
                  />
                  <div aria-live="polite">{error && <p className="text-sm font-medium text-danger">{error}</p>}</div>
                </div>
                <ChangeFields form={form} path={`seasons.${at}`} change={rest} currency={currency} onChange={(part) => change(at, part)} />
              </Entry>
            )
          })}
        </ul>
      )}
      <AddButton isFull={seasons.length >= MAX_SEASONS} onAdd={add}>
        Add a season
      </AddButton>
    </div>
  )
}

const MAX_DAYS = 400

type DayPriceListProps = { form: SellingForm; currency: Currency }

/** Single dates with prices of their own, which go before those of a season. */
export function DayPriceList({ form, currency }: DayPriceListProps) {
  const { dayPrices } = form.values
  const [open, setOpen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const change = (at: number, part: Partial<DayPriceDraft>) =>
    form.arrange(({ dayPrices: now }) => ({ dayPrices: now.map((each, index) => (index === at ? { ...each, ...part } : each)) }))
  const add = () => {
    const day: DayPriceDraft = { ...newKeyed(), day: '', changes: 'percent', direction: 'more', percent: '', prices: [] }
    form.arrange({ dayPrices: [...dayPrices, day] })
    setOpen(day.row)
    focusNew(list.current, ':scope > ul > li')
  }
  return (
    <div ref={list} className="contents">
      {dayPrices.length > 0 && (
        <ul aria-label="Single dates" className="basis-full divide-y divide-line">
          {dayPrices.map((dayPrice, at) => (
            <Entry
              key={dayPrice.row}
              title={dayTitle(dayPrice)}
              summary={changeInWords(dayPrice, form.values.options, currency)}
              isOpen={open === dayPrice.row}
              isWrong={form.isWrong(`dayPrices.${at}`)}
              onToggle={() => setOpen(open === dayPrice.row ? '' : dayPrice.row)}
              actions={
                <RemoveButton
                  what={dayTitle(dayPrice)}
                  onRemove={() => {
                    form.arrange({ dayPrices: dayPrices.toSpliced(at, 1) })
                    list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
                  }}
                />
              }
            >
              <TextField {...form.field(`dayPrices.${at}.day`)} label="Day" type="date" className="max-w-48" />
              <ChangeFields
                form={form}
                path={`dayPrices.${at}`}
                change={dayPrice}
                currency={currency}
                onChange={(part) => change(at, part)}
              />
            </Entry>
          ))}
        </ul>
      )}
      <AddButton isFull={dayPrices.length >= MAX_DAYS} onAdd={add}>
        Add a single date
      </AddButton>
    </div>
  )
}

const CHANGES = [
  { value: 'percent', label: 'By percentage' },
  { value: 'prices', label: 'By price' },
] as const

const DIRECTIONS = [
  { value: 'more', label: 'per cent more' },
  { value: 'less', label: 'per cent less' },
]

type ChangeFieldsProps = {
  form: SellingForm
  path: `seasons.${number}` | `dayPrices.${number}`
  change: ChangeDraft
  currency: Currency
  onChange: (part: Partial<ChangeDraft>) => void
}

/** How prices differ on some days: by a percentage, or by prices of single units. */
function ChangeFields({ form, path, change, currency, onChange }: ChangeFieldsProps) {
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

function UnitPrices({ form, path, change: { prices }, currency, onChange }: ChangeFieldsProps) {
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
