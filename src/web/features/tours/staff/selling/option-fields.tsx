import type { Currency } from '#shared/money.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { RunRules, RunsPreview } from '../editor/run-rules.tsx'
import { NEW_RULE, type RunsDraft } from '../editor/runs-draft.ts'
import { GroupSteps, PickupRows, StartTimes } from './option-rows.tsx'
import { Folded, RadioLine } from './pieces.tsx'
import { nextStep } from './new-entries.ts'
import { shareable, type OptionDraft } from './selling-draft.ts'
import type { OptionProps } from './selling-form.ts'
import { detailsSummary } from './summaries.ts'
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

/** No id has a capital. */
const OWN = 'OWN'

/** How many seats an option has: its own, or those of another option at the same time. */
function SeatFields({ form, at, option, onChange }: OptionProps) {
  const { options } = form.values
  const others = shareable(options, option)
  const isShared = option.sharesWith !== ''
  const seats = !isShared && (
    <TextField {...form.field(`options.${at}.seats`)} label="Seats" inputMode="numeric" autoComplete="off" hint="Per start time." />
  )
  if (others.length === 0) return seats
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
      <SelectField
        label="Seats used"
        className={isShared ? 'col-span-2' : ''}
        options={[
          { value: OWN, label: 'Its own' },
          ...others.map(({ key, name }) => ({ value: key, label: `Shared with ${name.trim() || `option ${numberOf(key)}`}` })),
        ]}
        value={option.sharesWith || OWN}
        onValueChange={(sharesWith) => onChange({ sharesWith: sharesWith === OWN ? '' : sharesWith })}
        hint={isShared ? 'Booking either option uses a seat from both.' : undefined}
      />
      {seats}
    </div>
  )

  function numberOf(key: string): number {
    return options.findIndex((each) => each.key === key) + 1
  }
}

type Choice = 'tour' | 'daily' | 'rules'

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'tour', label: 'Same as the tour' },
  { value: 'daily', label: 'Every day' },
  { value: 'rules', label: 'On these days' },
]

/** The days on which an option runs: those of the tour, or its own. */
function OptionDays({ form, at, option: { runsAs, runs }, onChange }: OptionProps) {
  const path = `options.${at}.runs` as const
  const change = (part: Partial<RunsDraft>) => onChange({ runs: { ...runs, ...part } })
  const isEmpty = runs.rules.length + runs.also.length === 0
  const error = form.errorOf(`${path}.rules`)
  return (
    <div>
      <RadioLine
        legend="Runs"
        value={runsAs === 'tour' ? 'tour' : runs.kind}
        choices={CHOICES}
        onChange={(choice) => {
          if (choice === 'tour') return onChange({ runsAs: 'tour' })
          onChange({ runsAs: 'own', runs: { ...runs, kind: choice, ...(choice === 'rules' && isEmpty && { rules: [NEW_RULE] }) } })
        }}
      />
      {runsAs === 'own' && runs.kind === 'rules' && (
        <>
          <RunRules runs={runs} errorOf={(part) => form.errorOf(`${path}.${part}`)} onChange={change} />
          <RunsPreview runs={runs} />
        </>
      )}
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
    </div>
  )
}

const KINDS = [
  { value: 'tour', label: 'Same as the tour' },
  { value: 'hours', label: 'Hours before it starts' },
  { value: 'day', label: 'At a set time, days before' },
] as const

/** When the departures of an option stop being sold. */
function CutoffFields({ form, at, option: { cutoff }, onChange }: OptionProps) {
  const path = `options.${at}.cutoff` as const
  return (
    <div>
      <RadioLine
        legend="On sale until"
        value={cutoff.kind}
        choices={KINDS}
        onChange={(kind) => onChange({ cutoff: { ...cutoff, kind } })}
      />
      {cutoff.kind === 'hours' && (
        <TextField
          {...form.field(`${path}.hoursBefore`)}
          label="Hours before"
          inputMode="numeric"
          autoComplete="off"
          className="mt-2 max-w-40"
        />
      )}
      {cutoff.kind === 'day' && (
        <div className="mt-2 grid max-w-80 grid-cols-2 gap-3">
          <TextField
            {...form.field(`${path}.daysBefore`)}
            label="Days before"
            inputMode="numeric"
            autoComplete="off"
            hint="0 means the same day."
          />
          <TextField {...form.field(`${path}.time`)} label="Until" type="time" />
        </div>
      )}
    </div>
  )
}
