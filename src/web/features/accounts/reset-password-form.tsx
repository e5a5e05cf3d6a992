import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod/mini'
import {
  MIN_STAFF_PASSWORD_LENGTH,
  newPasswordSchema,
  newStaffPasswordSchema,
  type resetLinkResponseSchema,
} from '#shared/accounts/public.ts'
import type { Lenient } from '#shared/lenient.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { signOut, useSession } from '#web/lib/session.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { checkResetLink } from './api/check-reset-link.ts'
import { isSpent } from './spent-link.ts'
import { resetPassword } from './api/reset-password.ts'

type LinkFacts = Lenient<typeof resetLinkResponseSchema>

type Props = { token: string; onDone: () => void; onSpent: () => void }

/** `onSpent` is called if the link was used or has expired. */
export function ResetPasswordForm({ token, onDone, onSpent }: Props) {
  const [{ email, leastLength: least, isFirst = false }, setWanted] = useState<Partial<LinkFacts>>({})
  const signedInAs = useSession((session) => session.email)
  const passwordSchema = least === MIN_STAFF_PASSWORD_LENGTH ? newStaffPasswordSchema : newPasswordSchema
  const tellIfSpent = useEffectEvent((error: unknown) => {
    if (isSpent(error)) onSpent()
  })
  // Checked before the user thinks of a password. If the check fails to load, saving reports the problem.
  useEffect(() => {
    checkResetLink(token).then(setWanted, (error: unknown) => tellIfSpent(error))
  }, [token])

  const { props, field, alert, isBusy, values } = useCheckedForm({
    start: { password: '' },
    check: (fields) => z.object({ password: passwordSchema }).safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t save the password. Please try again.',
    send: async ({ password }) => {
      try {
        await resetPassword(token, password)
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
        least={least}
        note={isFirst ? '' : '. All devices have been signed out.'}
      />
      <Button type="submit" isBusy={isBusy} className="w-full">
        Save password
      </Button>
    </form>
  )
}
