import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import {
  isStaffRole,
  MIN_PASSWORD_LENGTH,
  MIN_STAFF_PASSWORD_LENGTH,
  newPasswordSchema,
  newStaffPasswordSchema,
} from '#shared/accounts/public.ts'
import { changePassword } from '#shared/accounts/security-calls.ts'
import { changePasswordBodySchema } from '#shared/accounts/settings.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { getSession } from '#web/lib/session.ts'
import { useSend } from '#web/lib/use-send.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { accountQuery } from './own-account.ts'
import { PasswordField } from './password-field.tsx'
import { sessionsQuery } from './sessions.ts'

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  // Signs out all other devices.
  const send = useSend(changePassword, sessionsQuery.queryKey)
  const { data } = useQuery(accountQuery)
  const role = data?.user.role
  const worksHere = role !== undefined && isStaffRole(role)
  const newPassword = worksHere ? newStaffPasswordSchema : newPasswordSchema
  const [isDone, setIsDone] = useState(false)
  const { props, field, alert, isBusy, reset, values } = useCheckedForm({
    start: { currentPassword: '', newPassword: '' },
    check: (fields) => z.extend(changePasswordBodySchema, { newPassword }).safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t change the password. Please try again.',
    send: async (body) => {
      setIsDone(false)
      await send({ body })
      reset()
      setIsDone(true)
      onDone?.()
    },
  })

  return (
    <form {...props} className="max-w-md space-y-5">
      {alert !== '' && <Alert>{alert}</Alert>}
      {isDone && <Alert kind="success">Your password has been changed. All your other devices have been signed out.</Alert>}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={getSession().email ?? ''} readOnly hidden />
      <PasswordField {...field('currentPassword')} label="Current password" required autoComplete="current-password" />
      <NewPasswordField
        {...field('newPassword')}
        typed={values.newPassword}
        owner={{ name: getSession().name ?? undefined, email: getSession().email ?? undefined }}
        label="New password"
        minLength={worksHere ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH}
      />
      <Button type="submit" variant="secondary" size="small" className="min-h-11" isBusy={isBusy}>
        Change password
      </Button>
    </form>
  )
}

/** Staff need a stronger password than customers. */
export function StaffPassword({ onDone }: { onDone: () => void }) {
  const [isDone, setIsDone] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  // The form disappears together with the button that was pressed.
  useEffect(() => {
    if (isDone) said.current?.focus()
  }, [isDone])
  const finish = () => {
    setIsDone(true)
    onDone()
  }
  return (
    <div ref={said} tabIndex={-1} className="outline-none">
      {isDone ? (
        <Alert kind="success">Your password has been changed. All your other devices have been signed out.</Alert>
      ) : (
        <PasswordForm onDone={finish} />
      )}
    </div>
  )
}
