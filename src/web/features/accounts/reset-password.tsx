import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod/mini'
import { checkResetLink, forgotPassword, resetPassword } from '#shared/accounts/calls.ts'
import { forgotPasswordBodySchema, MIN_STAFF_PASSWORD_LENGTH, newPasswordSchema, newStaffPasswordSchema } from '#shared/accounts/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask, type AnswerOf } from '#web/lib/ask.ts'
import { isSpent } from '#web/lib/call-error.ts'
import { signOut, useSession } from '#web/lib/session.ts'
import { NewPasswordField } from './new-password-field.tsx'

type Props = { token: string; onDone: () => void; onSpent: () => void }

/** `onSpent` is called if the link was used or has expired. */
export function ResetPasswordForm({ token, onDone, onSpent }: Props) {
  const [{ email, leastLength: minLength, isFirst = false }, setWanted] = useState<Partial<AnswerOf<typeof checkResetLink>>>({})
  const signedInAs = useSession((session) => session.email)
  const passwordSchema = minLength === MIN_STAFF_PASSWORD_LENGTH ? newStaffPasswordSchema : newPasswordSchema
  const notifyIfSpent = useEffectEvent((error: unknown) => {
    if (isSpent(error)) onSpent()
  })
  // Checked before the user thinks of a password. If the check fails to load, saving reports the problem.
  useEffect(() => {
    ask(checkResetLink, { body: { token } }).then(setWanted, (error: unknown) => notifyIfSpent(error))
  }, [token])

  const { props, field, alert, isBusy, values } = useCheckedForm({
    start: { password: '' },
    check: (fields) => z.object({ password: passwordSchema }).safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the password. Please try again.',
    send: async ({ password }) => {
      try {
        await ask(resetPassword, { body: { token, password } })
      } catch (error) {
        if (!isSpent(error)) throw error
        onSpent()
        return
      }
      // All sessions have ended, including this one.
      signOut()
      onDone()
    },
  })

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      <p className="min-h-6 wrap-anywhere text-ink-soft">
        <span>{email && `For ${email}.`}</span>
        <span>{email && signedInAs && signedInAs !== email && ` Saving will sign ${signedInAs} out here.`}</span>
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <NewPasswordField
        {...field('password')}
        typed={values.password}
        owner={{ email: email ?? undefined }}
        label="New password"
        minLength={minLength}
        note={isFirst ? '' : '. All devices have been signed out.'}
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        Save password
      </Button>
    </form>
  )
}

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState('')
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { email: '' },
    check: (fields) => forgotPasswordBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t send the email. Please try again.',
    send: async (body) => {
      setSentTo('')
      await ask(forgotPassword, { body })
      setSentTo(body.email)
    },
  })

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      {sentTo !== '' && (
        <Alert kind="success" title="Check your email">
          <span className="wrap-anywhere">
            If there’s an account for {sentTo}, we’ve sent it a link. You can use it once, within an hour. Nothing there? Check your spam
            folder.
          </span>
        </Alert>
      )}
      <TextField
        {...field('email')}
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder="Enter your email"
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        {sentTo === '' ? 'Send me a link' : 'Send it again'}
      </Button>
    </form>
  )
}
