import { useState } from 'react'
import { z } from 'zod/mini'
import { MAX_NAME_LENGTH, nameSchema } from '#shared/accounts/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { getSession } from '#web/lib/session.ts'
import { useRename } from './api/rename-account.ts'

const formSchema = z.object({ name: nameSchema })

export function NameForm() {
  const rename = useRename()
  const [isSaved, setIsSaved] = useState(false)
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { name: getSession().name ?? '' },
    check: (fields) => formSchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the name. Please try again.',
    send: async ({ name }) => {
      setIsSaved(false)
      await rename(name)
      setIsSaved(true)
    },
  })

  return (
    <form {...props} className="mt-6 max-w-md space-y-4">
      {alert !== '' && <Alert>{alert}</Alert>}
      <TextField {...field('name')} label="Name" required autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" size="small" className="min-h-11" isBusy={isBusy}>
          Save name
        </Button>
        <p role="status" className="text-sm font-medium text-sea-deep">
          {isSaved && 'Name saved'}
        </p>
      </div>
    </form>
  )
}
