import { AUDIT_ACTIONS, auditFiltersSchema, type AuditFilters } from '#shared/audit/staff.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useSearchText } from '#web/lib/use-search-text.ts'

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const
type Values = Record<(typeof NAMES)[number], string>
type Props = { filters: AuditFilters; onAsk: (filters: Partial<Values>) => void }

const ACTION_OPTIONS = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }))

export function AuditFilterForm({ filters, onAsk }: Props) {
  const { actor = '', action = '', subject = '', from = '', to = '' } = filters
  const { text, setText, send } = useSearchText({
    asked: JSON.stringify({ actor, action, subject, from, to } satisfies Values),
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
      <TextField
        {...field('actor')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="Who"
        placeholder="Name, email or id"
        autoComplete="off"
        maxLength={254}
      />
      <SelectField
        name="action"
        value={values.action}
        onValueChange={change('action')}
        className="max-xl:col-span-6 max-sm:col-span-12"
        label="What"
        placeholder="Any action"
        options={ACTION_OPTIONS}
      />
      <TextField
        {...field('subject')}
        className="max-xl:col-span-12"
        label="About"
        placeholder="Reference, email or id"
        autoComplete="off"
        maxLength={254}
      />
      <TextField {...field('from')} className="col-span-6 xl:col-span-1" label="From" type="date" />
      <TextField {...field('to')} className="col-span-6 xl:col-span-1" label="To" type="date" error={error} />
    </form>
  )
}

function meaningOf({ actor, action, subject, from, to }: Values): string {
  return JSON.stringify({ actor: actor.trim(), action, subject: subject.trim(), from, to } satisfies Values)
}

function isBackwards({ from, to }: Values): boolean {
  return from !== '' && to !== '' && to < from
}

/** Invalid filters are ignored. */
export function filtersFrom(params: URLSearchParams): AuditFilters {
  const filters: Record<string, string> = {}
  for (const name of NAMES) {
    const value = params.get(name)?.trim() ?? ''
    if (value !== '' && auditFiltersSchema.safeParse({ [name]: value }).success) filters[name] = value
  }
  return filters
}
