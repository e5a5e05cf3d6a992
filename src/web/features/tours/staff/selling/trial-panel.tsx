import { useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { addDays } from '#shared/dates.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { Panel } from '#web/components/panel.tsx'
import { todayThere } from '#web/lib/today-there.ts'
import { computable } from './computable.ts'
import { PriceCalendar } from './price-calendar.tsx'
import type { SellingDraft } from './selling-draft.ts'
import { familyOf, nextDayOf, triedOption, type Trial } from './trial.ts'
import { TryIt } from './try-it.tsx'

/** People book some weeks ahead. */
const AHEAD_DAYS = 14

type Props = { draft: SellingDraft; runs: TourRuns; currency: Currency }

/** What a party would pay, and what each day costs, as it is typed. */
export function TrialPanel({ draft, runs, currency }: Props) {
  const { selling, isPartial } = computable(draft) ?? {}
  const today = todayThere(draft.timeZone)
  const [chosen, setChosen] = useState<Partial<Trial>>({})
  const option = selling && triedOption(selling, { option: chosen.option ?? '' })
  if (!selling || !option)
    return (
      <Panel title="Price preview">
        <p className="text-ink-soft">Once an option has traveller prices, you can preview them here.</p>
      </Panel>
    )
  const knownUnits = Object.entries(chosen.units ?? {}).filter(([name]) => option.units.some((unit) => unit.name === name))
  const trial: Trial = {
    option: option.name,
    day: chosen.day ?? nextDayOf(runs, option, addDays(today, AHEAD_DAYS)),
    startTime: chosen.startTime ?? '',
    units: knownUnits.length > 0 ? Object.fromEntries(knownUnits) : familyOf(option),
    extras: chosen.extras ?? {},
  }
  const change = (part: Partial<Trial>) => setChosen({ ...chosen, day: trial.day, ...part })
  const props = { selling, option, runs, currency, today }
  return (
    <>
      <Panel title="Price preview">
        <TryIt {...props} trial={trial} onChange={change} />
        {isPartial && <p className="mt-3 text-xs text-ink-soft">Incomplete entries are left out.</p>}
      </Panel>
      <Panel title="Price by day" className="@container/month">
        <PriceCalendar {...props} day={trial.day} onDay={(day) => change({ day })} />
      </Panel>
    </>
  )
}
