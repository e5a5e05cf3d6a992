import { AUDIT_ACTIONS, type AuditFilters } from '#shared/audit.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'

type Values = Record<'actor' | 'action' | 'subject' | 'from' | 'to', string>
type Props = { filters: AuditFilters; onAsk: (filters: Partial<Values>) => void }

const ACTION_OPTIONS = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }))

/** Who, what, about what and when. */
export function AuditFilterForm({ filters, onAsk }: Props) {
  const { actor = '', action = '', subject = '', from = '', to = '' } = filters
  const form = useCheckedForm<Values, Values>({
    start: { actor, action, subject, from, to },
    check: (values) =>
      values.from !== '' && values.to !== '' && values.to < values.from
        ? { success: false, error: { issues: [{ path: 'to', message: 'That is before the first day' }] } }
        : { success: true, data: values },
    send: async (values) => onAsk(values),
  })
  return (
    <form
      {...form.props}
      role="search"
      aria-label="Entries"
      className="grid grid-cols-12 items-end gap-3 rounded-card border border-line bg-paper p-4 xl:grid-cols-[repeat(3,minmax(0,1fr))_10rem_10rem_auto]"
    >
      <TextField
        {...form.field('actor')}
        className="max-xl:col-span-4 max-sm:col-span-12"
        label="Who"
        placeholder="Email or id"
        autoComplete="off"
        maxLength={254}
      />
      <SelectField
        {...form.choice('action')}
        className="max-xl:col-span-4 max-sm:col-span-12"
        label="What"
        placeholder="Anything"
        options={ACTION_OPTIONS}
      />
      <TextField
        {...form.field('subject')}
        className="max-xl:col-span-4 max-sm:col-span-12"
        label="About"
        placeholder="Email or id"
        autoComplete="off"
        maxLength={254}
      />
      <TextField {...form.field('from')} className="max-xl:col-span-5 max-sm:col-span-6" label="From" type="date" />
      <TextField {...form.field('to')} className="max-xl:col-span-5 max-sm:col-span-6" label="To" type="date" />
      <Button type="submit" size="small" variant="secondary" className="min-h-12 max-xl:col-span-2 max-sm:col-span-12">
        Show
      </Button>
    </form>
  )
}
