import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { getSession } from '#web/lib/session.ts'
import { changeIssues, issuesOf } from './form-issues.ts'
import { PasswordField } from './password-field.tsx'
import { changePassword, sessionsQuery } from './settings-api.ts'
import { useAccountForm } from './use-account-form.ts'

const FAILED = 'The password could not be changed. Please try again.'

export function PasswordForm() {
  const client = useQueryClient()
  const [isDone, setIsDone] = useState(false)
  const { form, bind, alert, isBusy, onSubmit, clear } = useAccountForm({
    empty: { currentPassword: '', newPassword: '' },
    findIssues: changeIssues,
    submit: async (fields) => {
      setIsDone(false)
      try {
        await changePassword(fields)
      } catch (error) {
        return issuesOf(error, fields) ?? messageOf(error, FAILED, NO_RESPONSE)
      }
      clear()
      setIsDone(true)
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="max-w-md space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      {isDone && <Alert kind="success">Your password is changed. All other devices are signed out.</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={getSession().email ?? ''} readOnly hidden />
      <PasswordField {...bind('currentPassword')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...bind('newPassword')}
        label="New password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
      />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" isBusy={isBusy}>
        Change password
      </Button>
    </form>
  )
}
