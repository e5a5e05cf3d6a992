import { useEffect, useState, type ComponentProps } from 'react'
import { MIN_PASSWORD_LENGTH } from '#shared/accounts/public.ts'
import { PasswordField } from './password-field.tsx'
import { isCommonPassword } from './api/check-password.ts'

/** Typing has come to a rest. */
const PAUSE_MS = 700

type Props = Omit<ComponentProps<typeof PasswordField>, 'required' | 'autoComplete' | 'minLength' | 'hint' | 'value'> & {
  /** What has been typed so far. */
  typed: string
  /** The least length, for those who work here a longer one. */
  least?: number | undefined
  /** Said after the least length. */
  note?: string
}

/** The field for a password that somebody chooses. It warns of one that many people use; whether it is refused is for the server to say. */
export function NewPasswordField({ typed, least = MIN_PASSWORD_LENGTH, note = '', ...props }: Props) {
  const isCommon = useIsCommon(typed)
  return (
    <div>
      <PasswordField {...props} required autoComplete="new-password" minLength={least} hint={`At least ${least} characters${note}`} />
      <p role="status" className="text-sm font-medium text-sun-deep not-empty:mt-1.5">
        {isCommon && props.error === undefined && 'Many people use this password, or one like it. Another one is safer.'}
      </p>
    </div>
  )
}

/** Returns whether the server knows a password as a common one; without its response nobody is warned. */
function useIsCommon(password: string): boolean {
  const [common, setCommon] = useState<string>()
  useEffect(() => {
    if (password.length < MIN_PASSWORD_LENGTH) return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      isCommonPassword(password, asking.signal).then(
        (isCommon) => setCommon(isCommon ? password : undefined),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [password])
  return common !== undefined && common === password
}
