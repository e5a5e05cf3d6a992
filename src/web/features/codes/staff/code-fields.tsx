import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CURRENCIES } from '#shared/money.ts'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { codedTourQuery, keptOptions, OptionsField, ToursField, type TourPicker } from './code-tours.tsx'
import { hasLimits, type CodeForm } from './code-values.ts'

const KINDS = [
  { value: 'percent', text: 'A percentage', hint: 'Off the total after any other discounts' },
  { value: 'amount', text: 'An amount', hint: 'Off the total, down to zero' },
  { value: 'extra', text: 'An extra', hint: 'One free' },
] as const

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

function CurrencyField({ form }: { form: CodeForm }) {
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

type LimitProps = {
  form: CodeForm
  /** A campaign’s codes are for one booking each, so there’s no field for their uses. */
  isOfCampaign: boolean
  Picker: TourPicker
}

const LIMITS = [
  'usableFrom',
  'usableTo',
  'travelFrom',
  'travelTo',
  'tourIds',
  'optionIds',
  'leastSpendCents',
  'currency',
  'mostUses',
] as const

export function LimitFields({ form, isOfCampaign, Picker }: LimitProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { field, values } = form
  const chooseTours = useToursChoice(form)
  const isWrong = LIMITS.some((name) => form.errorOf(name) !== undefined)
  const needsCurrency = values.gives.kind !== 'amount' && values.leastSpendCents.trim() !== ''
  return (
    <details
      open={isOpen || isWrong || hasLimits(values)}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="border-t border-line pt-1"
    >
      <summary className="min-h-11 content-center font-semibold">Limits</summary>
      <div className="grid grid-cols-1 items-start gap-4 pt-2 xs:grid-cols-2">
        <TextField {...field('usableFrom')} type="date" label="Valid from" isOptional />
        <TextField {...field('usableTo')} type="date" label="Valid until" isOptional />
        <TextField {...field('travelFrom')} type="date" label="Departures from" isOptional />
        <TextField {...field('travelTo')} type="date" label="Departures until" isOptional />
        {values.gives.kind !== 'extra' && (
          <div className="xs:col-span-2">
            <ToursField
              label="Tours"
              hint="Leave empty for all tours. Codes only work on tours with options, as only their pages have a field for one."
              error={form.errorOf('tourIds')}
              tourIds={values.tourIds}
              onChange={chooseTours}
              Picker={Picker}
            />
          </div>
        )}
        {values.tourIds.length > 0 && (
          <div className="empty:hidden xs:col-span-2">
            <OptionsField
              tourIds={values.tourIds}
              optionIds={values.optionIds}
              error={form.errorOf('optionIds')}
              onChange={(optionIds) => form.adopt({ optionIds })}
            />
          </div>
        )}
        <TextField {...field('leastSpendCents')} label="Minimum spend" isOptional inputMode="decimal" autoComplete="off" />
        {needsCurrency && <CurrencyField form={form} />}
        {!isOfCampaign && (
          <TextField
            {...field('mostUses')}
            label="Maximum uses"
            isOptional
            hint="Total bookings across all customers."
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <label className="flex min-h-11 items-center gap-3 xs:col-span-2">
          <input
            type="checkbox"
            checked={values.isOncePerPerson}
            onChange={({ target }) => form.adopt({ isOncePerPerson: target.checked })}
            className="size-5 shrink-0 accent-coral-deep"
          />
          Once per person
        </label>
      </div>
    </details>
  )
}

/** Removing a tour also removes its options. */
function useToursChoice(form: CodeForm) {
  const client = useQueryClient()
  return (tourIds: string[]) => {
    const tours = tourIds.flatMap((id) => client.getQueryData(codedTourQuery(id).queryKey) ?? [])
    form.adopt(({ optionIds }) => ({ tourIds, optionIds: keptOptions(optionIds, tours) }))
  }
}
