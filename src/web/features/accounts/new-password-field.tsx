import { useEffect, useState, type ComponentProps } from 'react'
import { MIN_PASSWORD_LENGTH } from '#shared/accounts/public.ts'
import { PasswordField } from './password-field.tsx'
import { isCommonPassword, type PasswordOwner } from './api/check-password.ts'

/** Pause in typing before the check, in milliseconds. */
const PAUSE_MS = 700

type Props = Omit<ComponentProps<typeof PasswordField>, 'required' | 'autoComplete' | 'minLength' | 'hint' | 'value'> & {
  typed: string
  /** Whose name and address make a password easy to guess. */
  owner: PasswordOwner
  /** Minimum length, which is higher for staff. */
  least?: number | undefined
  /** Appended to the hint about the minimum length. */
  note?: string
}

/** Warns about commonly used passwords; the server decides whether to refuse them. */
export function NewPasswordField({ typed, owner, least = MIN_PASSWORD_LENGTH, note = '', ...props }: Props) {
  const isCommon = useIsCommon(typed, owner)
  return (
    <div>
      <PasswordField {...props} required autoComplete="new-password" minLength={least} hint={`At least ${least} characters${note}`} />
      <p role="status" className="text-sm font-medium text-sun-deep not-empty:mt-1.5">
        {isCommon && props.error === undefined && 'This password is too common. Choose one that’s harder to guess.'}
      </p>
    </div>
  )
}

/** Whether the server knows the password as a common one; false until it has responded. */
function useIsCommon(password: string, { name, email }: PasswordOwner): boolean {
  const [common, setCommon] = useState<string>()
  useEffect(() => {
    if (password.length < MIN_PASSWORD_LENGTH) return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      isCommonPassword({ password, name, email }, asking.signal).then(
        (isCommon) => setCommon(isCommon ? password : undefined),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [password, name, email])
  return common !== undefined && common === password
}
