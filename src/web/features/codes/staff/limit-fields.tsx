import { useState } from 'react'
import { TextField } from '#web/components/text-field.tsx'
import { hasLimits, type CodeForm } from './code-values.ts'
import { CurrencyField } from './gives-fields.tsx'
import { OptionsField } from './options-field.tsx'
import { ToursField, type TourPicker } from './tours-field.tsx'
import { useToursChoice } from './use-tours-choice.ts'

type Props = {
  form: CodeForm
  /** A campaign's codes are for one booking each, so that nothing is asked. */
  isOfCampaign: boolean
  Picker: TourPicker
}

const FIELDS = [
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

/** What narrows a code, all of it optional. */
export function LimitFields({ form, isOfCampaign, Picker }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { field, values } = form
  const chooseTours = useToursChoice(form)
  const isWrong = FIELDS.some((name) => form.errorOf(name) !== undefined)
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
