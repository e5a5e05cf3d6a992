import { useQueries } from '@tanstack/react-query'
import { CURRENCIES } from '#shared/money.ts'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { codedTourQuery } from './api/get-coded-tour.ts'
import type { CodeForm } from './code-values.ts'
import { ToursField, type TourPicker } from './tours-field.tsx'
import { useToursChoice } from './use-tours-choice.ts'

const KINDS = [
  { value: 'percent', text: 'A percentage', hint: 'Off the total after any other discounts' },
  { value: 'amount', text: 'An amount', hint: 'Off the total, down to zero' },
  { value: 'extra', text: 'An extra', hint: 'One free' },
] as const

/** What the code gives: one of three, each with its own fields. */
export function GivesFields({ form, Picker }: { form: CodeForm; Picker: TourPicker }) {
  const { kind } = form.values.gives
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1.5 font-semibold">Discount</legend>
      {KINDS.map((each) => (
        <RadioChoice key={each.value} form={form} name="gives.kind" {...each} />
      ))}
      <div className="pt-2">
        {kind === 'percent' && (
          <TextField {...form.field('gives.percent')} className="sm:max-w-48" label="Percentage" inputMode="numeric" autoComplete="off" />
        )}
        {kind === 'amount' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('gives.amountCents')} label="Amount" inputMode="decimal" autoComplete="off" />
            <CurrencyField form={form} />
          </div>
        )}
        {kind === 'extra' && <ExtraFields form={form} Picker={Picker} />}
      </div>
    </fieldset>
  )
}

/** A code with amounts is for prices in one currency only. */
export function CurrencyField({ form }: { form: CodeForm }) {
  const options = CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))
  return (
    <SelectField
      {...form.choice('currency')}
      label="Currency"
      options={options}
      placeholder="Choose"
      hint="The code only works for prices in this currency."
    />
  )
}

function ExtraFields({ form, Picker }: { form: CodeForm; Picker: TourPicker }) {
  const { tourIds, gives } = form.values
  const chooseTours = useToursChoice(form)
  const tours = useQueries({ queries: tourIds.map((tourId) => codedTourQuery(tourId)) })
  const extras = new Map(tours.flatMap(({ data }) => data?.extras ?? []).map(({ id, name }) => [id, name]))
  if (gives.extraId !== '' && !extras.has(gives.extraId)) extras.set(gives.extraId, gives.extraId)
  const hasNone = extras.size === 0 && tours.every(({ data }) => data)
  const none = tourIds.length === 0 ? 'Add a tour that offers it first.' : 'None of these tours has extras.'
  return (
    <div className="grid gap-4">
      <ToursField
        label="Tours with the extra"
        hint="The code only works for these tours."
        error={form.errorOf('tourIds')}
        tourIds={tourIds}
        onChange={chooseTours}
        Picker={Picker}
      />
      <SelectField
        {...form.choice('gives.extraId')}
        label="Extra"
        options={Array.from(extras, ([value, label]) => ({ value, label }))}
        placeholder="Choose"
        hint={hasNone ? none : undefined}
      />
    </div>
  )
}
