import { useSearchText } from '#web/lib/use-search-text.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

type Field<Name extends string> = { name: Name; label: string; placeholder: string } & (
  { options: { value: string; label: string }[] } | { maxLength: number }
)
type Values<Name extends string> = Record<Name | 'from' | 'to', string>

type Props<Name extends string> = {
  /** Two short ones and a long one, before those for the days. */
  fields: readonly [Field<Name>, Field<Name>, Field<Name>]
  filters: Partial<Record<Name | 'from' | 'to', string | undefined>>
  onAsk: (filters: Values<Name>) => void
}

const WIDTHS = ['max-xl:col-span-6 max-sm:col-span-12', 'max-xl:col-span-6 max-sm:col-span-12', 'max-xl:col-span-12']
const DAY = 'col-span-6 max-[20rem]:col-span-12 xl:col-span-1'

/** Filters of a list of entries: by three fields and by day. They apply after a pause in typing. */
export function EntryFilters<Name extends string>({ fields, filters, onAsk }: Props<Name>) {
  const names = [...fields.map(({ name }) => name), 'from', 'to'] as const
  /** As a text, in which the order of names never changes. */
  const textOf = (values: Props<Name>['filters']) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]?.trim() ?? ''])))
  const valuesOf = (text: string) => JSON.parse(text) as Values<Name>
  const { text, setText, send } = useSearchText({
    asked: textOf(filters),
    onAsk: (meant) => onAsk(valuesOf(meant)),
    meaningOf: (typed) => textOf(valuesOf(typed)),
    isEnough: (meant) => !isBackwards(valuesOf(meant)),
  })
  const values = valuesOf(text)
  const change = (name: keyof Values<Name>) => (value: string) => setText(JSON.stringify({ ...values, [name]: value }))
  const typed = (name: keyof Values<Name>) => ({
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
      {fields.map(({ name, ...field }, index) =>
        'options' in field ? (
          <SelectField key={name} {...field} name={name} value={values[name]} onValueChange={change(name)} className={WIDTHS[index]} />
        ) : (
          <TextField key={name} {...field} {...typed(name)} autoComplete="off" className={WIDTHS[index]} />
        ),
      )}
      <TextField {...typed('from')} className={DAY} label="From" type="date" />
      <TextField
        {...typed('to')}
        className={DAY}
        label="To"
        type="date"
        error={isBackwards(values) ? 'The end date is before the start date' : undefined}
      />
    </form>
  )
}

function isBackwards({ from, to }: { from: string; to: string }): boolean {
  return from !== '' && to !== '' && to < from
}
