import { useEffect, useState, type ComponentProps } from 'react'
import { checkPassword } from '#shared/accounts/calls.ts'
import { MIN_PASSWORD_LENGTH, type CheckPasswordBody } from '#shared/accounts/public.ts'
import { ask } from '#web/lib/ask.ts'
import { PasswordField } from './password-field.tsx'

/** Pause in typing before the check, in milliseconds. */
const PAUSE_MS = 700

type PasswordOwner = Pick<CheckPasswordBody, 'name' | 'email'>

type Props = Omit<ComponentProps<typeof PasswordField>, 'required' | 'autoComplete' | 'minLength' | 'hint' | 'value'> & {
  typed: string
  /** Whose name and address make a password easy to guess. */
  owner: PasswordOwner
  /** Minimum length, which is higher for staff. */
  minLength?: number | undefined
  /** Appended to the hint about the minimum length. */
  note?: string
}

/** Warns about commonly used passwords; the server decides whether to refuse them. */
export function NewPasswordField({ typed, owner, minLength = MIN_PASSWORD_LENGTH, note = '', ...props }: Props) {
  const isCommon = useIsCommon(typed, owner)
  return (
    <div>
      <PasswordField
        {...props}
        required
        autoComplete="new-password"
        minLength={minLength}
        hint={`At least ${minLength} characters${note}`}
      />
      <p role="status" className="text-sm font-medium text-sun-deep not-empty:mt-1.5">
        {isCommon && props.error === undefined && 'This password is too common. Choose one that’s harder to guess.'}
      </p>
    </div>
  )
}

/** Whether the password, or one like it, is commonly used or easy to guess for this owner; false until the server has responded. */
function useIsCommon(password: string, { name, email }: PasswordOwner): boolean {
  const [common, setCommon] = useState<string>()
  useEffect(() => {
    if (password.length < MIN_PASSWORD_LENGTH) return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      ask(checkPassword, { body: { password, name, email } }, asking.signal).then(
        ({ isCommon }) => setCommon(isCommon === true ? password : undefined),
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
