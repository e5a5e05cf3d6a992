import { useEffect, useEffectEvent } from 'react'
import { MIN_PASSWORD_LENGTH } from '#shared/accounts.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { signOut } from '#web/lib/session.ts'
import { issuesOf, newPasswordIssues } from './form-issues.ts'
import { PasswordField } from './password-field.tsx'
import { checkResetLink, isSpent, resetPassword } from './recovery-api.ts'
import { useAccountForm } from './use-account-form.ts'

const FAILED = 'The password could not be changed. Please try again.'

type Props = { token: string; onDone: () => void; onSpent: () => void }

/** `onSpent`: the link has been used or is too old. */
export function ResetPasswordForm({ token, onDone, onSpent }: Props) {
  const tellIfSpent = useEffectEvent((error: unknown) => {
    if (isSpent(error)) onSpent()
  })
  // Before somebody thinks of a password. When it cannot be asked, saving will tell.
  useEffect(() => {
    checkResetLink(token).catch((error: unknown) => tellIfSpent(error))
  }, [token])

  const { form, bind, alert, isBusy, onSubmit } = useAccountForm({
    empty: { password: '' },
    findIssues: newPasswordIssues,
    submit: async (fields) => {
      try {
        await resetPassword(token, fields.password)
      } catch (error) {
        if (isSpent(error)) {
          onSpent()
          return
        }
        return issuesOf(error, fields) ?? messageOf(error, FAILED, NO_RESPONSE)
      }
      // All sessions have ended, this one too.
      signOut()
      onDone()
      return
    },
  })

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      <PasswordField
        {...bind('password')}
        label="New password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. All devices are signed out.`}
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        Save new password
      </Button>
    </form>
  )
}
