import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { TextField } from '#web/components/text-field.tsx'
import { RuleSpanFields } from '../editor/rule-span-fields.tsx'
import type { RuleDraft } from '../editor/runs-draft.ts'
import { WeekdayChoice } from '../editor/weekday-choice.tsx'
import { AddButton } from './add-button.tsx'
import { ChangeFields } from './change-fields.tsx'
import { Entry } from './entry.tsx'
import { focusNew } from './focus-new.ts'
import { newKeyed } from './ids.ts'
import { RemoveButton } from './remove-button.tsx'
import type { SeasonDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { seasonSummary } from './summaries.ts'

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
