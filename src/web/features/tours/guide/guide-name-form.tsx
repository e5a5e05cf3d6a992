import { z } from 'zod/mini'
import { guideNameSchema } from '#shared/bookings/guide-links.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { guideName } from './guide-name.ts'

const formSchema = z.object({ name: guideNameSchema })

export function GuideNameForm({ onNamed }: { onNamed: (name: string) => void }) {
  const form = useCheckedForm<{ name: string }, { name: string }>({
    start: { name: '' },
    check: (values) => formSchema.safeParse(values),
    send: async ({ name }) => {
      guideName.keep(name)
      onNamed(name)
    },
  })
  return (
    <form {...form.props} className="rounded-card border border-line bg-paper p-4 sm:p-6">
      {form.alert && <Alert className="mb-3">{form.alert}</Alert>}
      <TextField
        {...form.field('name')}
        label="Your name"
        hint="The office will see it next to each traveller you check in."
        autoComplete="name"
        maxLength={60}
      />
      <Button type="submit" className="mt-4 w-full" isBusy={form.isBusy}>
        Show travellers
      </Button>
    </form>
  )
}
