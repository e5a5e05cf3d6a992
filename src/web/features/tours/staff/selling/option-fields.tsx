import type { Currency } from '#shared/money.ts'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { Folded } from './folded.tsx'
import { CutoffFields } from './cutoff-fields.tsx'
import { GroupSteps } from './group-steps.tsx'
import { OptionDays } from './option-days.tsx'
import type { OptionProps } from './option-props.ts'
import { PickupRows } from './pickup-rows.tsx'
import { RadioLine } from './radio-line.tsx'
import { SeatFields } from './seat-fields.tsx'
import type { OptionDraft } from './selling-draft.ts'
import { StartTimes } from './start-times.tsx'
import { detailsSummary } from './summaries.ts'
import { nextStep } from './presets.ts'
import { UnitTable } from './unit-table.tsx'

type Props = Pick<OptionProps, 'form' | 'at' | 'option'> & { currency: Currency }

const PRICED_BY = [
  { value: 'unit', label: 'Price per traveller' },
  { value: 'group', label: 'Price per group' },
] as const

/** An option: first who travels and when, then what most leave as the tour says. */
export function OptionFields({ form, at, option, currency }: Props) {
  const path = `options.${at}` as const
  const onChange = (part: Partial<OptionDraft>) =>
    form.arrange(({ options }) => ({ options: options.map((each, index) => (index === at ? { ...each, ...part } : each)) }))
  const props = { form, at, option, onChange }
  const hasWrongDetails =
    form.isWrong(`${path}.runs`) ||
    form.isWrong(`${path}.cutoff`) ||
    form.isWrong(`${path}.pickups`) ||
    form.isWrong(`${path}.leastPeople`) ||
    form.isWrong(`${path}.mostPeople`)
  return (
    <>
      <div className="grid grid-cols-1 gap-4 @lg:grid-cols-2">
        <TextField {...form.field(`${path}.name`)} label="Name" autoComplete="off" hint="For example, Small boat or Tour in German." />
        <SeatFields {...props} />
        <TextArea {...form.field(`${path}.text`)} label="What’s different about it" isOptional rows={2} className="@lg:col-span-2" />
      </div>
      <section aria-label="Traveller types" className="grid grid-cols-1 gap-2">
        <h3 className="font-sans text-sm font-semibold tracking-normal">Traveller types</h3>
        <UnitTable {...props} currency={currency} />
        <RadioLine
          legend="Pricing"
          isLegendHidden
          value={option.pricedBy}
          choices={PRICED_BY}
          onChange={(pricedBy) =>
            onChange({
              pricedBy,
              ...(pricedBy === 'group' && option.groupSteps.length === 0 && { groupSteps: [nextStep(option)] }),
            })
          }
        />
        {option.pricedBy === 'group' && <GroupSteps {...props} currency={currency} />}
      </section>
      <StartTimes {...props} />
      <Folded label="Days, group size, booking cut-off, pickup" summary={detailsSummary(option)} isWrong={hasWrongDetails}>
        <OptionDays {...props} />
        <div className="grid grid-cols-1 gap-4 @sm:grid-cols-2">
          <TextField {...form.field(`${path}.leastPeople`)} label="Minimum people per booking" inputMode="numeric" autoComplete="off" />
          <TextField
            {...form.field(`${path}.mostPeople`)}
            label="Maximum people per booking"
            isOptional
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <CutoffFields {...props} />
        <PickupRows {...props} />
      </Folded>
    </>
  )
}
