import { CHANNELS, REVENUE_SORTS } from '#shared/ledger/revenue.ts'
import type { Month } from '#shared/months.ts'
import { SelectField } from '#web/components/select-field.tsx'
import type { AskedRevenue } from './revenue-address.ts'
import { FIGURE_NAMES, monthOptions } from './revenue-texts.ts'

type Props = {
  asked: AskedRevenue
  /** The first month in which anything was posted, once that is known. */
  since: Month | null | undefined
  current: Month
  onAsk: (asked: Partial<Record<keyof AskedRevenue, string>>) => void
}

const CHANNEL_OPTIONS = Object.entries(CHANNELS).map(([value, label]) => ({ value, label }))
const SORT_OPTIONS = REVENUE_SORTS.map((value) => ({ value, label: value === 'name' ? 'Name' : FIGURE_NAMES[value] }))

export function RevenueFilterForm({ asked, since, current, onAsk }: Props) {
  const { from, to, channel = '', by, sort } = asked
  const months = monthOptions(since, current, [from, to])
  const isSorted = by === 'tour'
  return (
    <form
      aria-label="Revenue"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-start gap-3 rounded-card border border-line bg-paper p-4 max-[20rem]:grid-cols-1 lg:grid-cols-4"
    >
      <SelectField
        name="from"
        label="From"
        options={months}
        value={from}
        onValueChange={(month) => onAsk({ from: month, to: month > to ? month : to })}
      />
      <SelectField
        name="to"
        label="To"
        options={months}
        value={to}
        onValueChange={(month) => onAsk({ to: month, from: month < from ? month : from })}
      />
      <SelectField
        name="channel"
        label="Channel"
        placeholder="Any channel"
        className={isSorted ? undefined : 'max-lg:col-span-2'}
        options={CHANNEL_OPTIONS}
        value={channel}
        onValueChange={(value) => onAsk({ channel: value })}
      />
      {isSorted && (
        <SelectField name="sort" label="Sorted by" options={SORT_OPTIONS} value={sort} onValueChange={(value) => onAsk({ sort: value })} />
      )}
    </form>
  )
}
