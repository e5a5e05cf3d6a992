import { ENTRY_KINDS, LEDGER_ACCOUNTS, type JournalFilters } from '#shared/ledger/staff.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useSearchText } from '#web/lib/use-search-text.ts'

type Values = Record<'account' | 'kind' | 'booking' | 'from' | 'to', string>
type Props = { filters: JournalFilters; onAsk: (filters: Values) => void }

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const ACCOUNT_OPTIONS = optionsOf(LEDGER_ACCOUNTS)
const KIND_OPTIONS = optionsOf(ENTRY_KINDS)

export function JournalFilterForm({ filters, onAsk }: Props) {
  const { account = '', kind = '', booking = '', from = '', to = '' } = filters
  const { text, setText, send } = useSearchText({
    asked: JSON.stringify({ account, kind, booking, from, to } satisfies Values),
    onAsk: (meant) => onAsk(JSON.parse(meant) as Values),
    meaningOf: (typed) => meaningOf(JSON.parse(typed) as Values),
    isEnough: (meant) => !isBackwards(JSON.parse(meant) as Values),
  })
  const values = JSON.parse(text) as Values
  const error = isBackwards(values) ? 'The end date is before the start date' : undefined
  const change = (name: keyof Values) => (value: string) => setText(JSON.stringify({ ...values, [name]: value }))
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change(name)(target.value),
  })
  return (
    <form
      role="search"
      aria-label="Entries"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid grid-cols-12 items-start gap-3 rounded-card border border-line bg-paper p-4 xl:grid-cols-[repeat(3,minmax(0,1fr))_10rem_10rem]"
    >
      <SelectField
        name="account"
        value={values.account}
        onValueChange={change('account')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="Account"
        placeholder="Any account"
        options={ACCOUNT_OPTIONS}
      />
      <SelectField
        name="kind"
        value={values.kind}
        onValueChange={change('kind')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="Entry type"
        placeholder="Any type"
        options={KIND_OPTIONS}
      />
      <TextField
        {...field('booking')}
        className="max-xl:col-span-12"
        label="Booking"
        placeholder="Reference"
        autoComplete="off"
        maxLength={64}
      />
      <TextField {...field('from')} className="col-span-6 max-[20rem]:col-span-12 xl:col-span-1" label="From" type="date" />
      <TextField {...field('to')} className="col-span-6 max-[20rem]:col-span-12 xl:col-span-1" label="To" type="date" error={error} />
    </form>
  )
}

function meaningOf({ booking, ...others }: Values): string {
  const { account, kind, from, to } = others
  return JSON.stringify({ account, kind, booking: booking.trim(), from, to } satisfies Values)
}

function isBackwards({ from, to }: Values): boolean {
  return from !== '' && to !== '' && to < from
}
