import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_NAME_LENGTH } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { getSession } from '#web/lib/session.ts'
import { issuesOf, nameIssues } from './form-issues.ts'
import { accountQuery, rename } from './settings-api.ts'
import { useAccountForm } from './use-account-form.ts'

const FAILED = 'The name could not be saved. Please try again.'

export function NameForm() {
  const client = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const { form, bind, alert, isBusy, onSubmit } = useAccountForm({
    empty: { name: getSession().name ?? '' },
    findIssues: nameIssues,
    submit: async (fields) => {
      setIsSaved(false)
      try {
        client.setQueryData(accountQuery.queryKey, await rename(fields.name.trim()))
        setIsSaved(true)
      } catch (error) {
        return issuesOf(error, fields) ?? messageOf(error, FAILED, NO_RESPONSE)
      }
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="mt-6 max-w-md space-y-4">
      {alert !== '' && <Alert>{alert}</Alert>}
      <TextField {...bind('name')} label="Name" autoComplete="name" maxLength={MAX_NAME_LENGTH} />
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
