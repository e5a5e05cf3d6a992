import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { logIn } from '#shared/accounts/calls.ts'
import { beginPasskeySignIn, signInByPasskey } from '#shared/accounts/passkey-calls.ts'
import { passkeyOptionsSchema } from '#shared/accounts/passkeys.ts'
import { factorCodeSchema, INVALID_CREDENTIALS, loginBodySchema } from '#shared/accounts/public.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask, exactResponseOf } from '#web/lib/ask.ts'
import { CallError, messageOf } from '#web/lib/call-error.ts'
import { getJson } from '#web/lib/http.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import { CodeField } from './code-field.tsx'
import { askDevice, knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { PasswordField } from './password-field.tsx'
import { enter } from './user-record.ts'

const CODE_REFUSED = 'This code didn’t work. It may have been mistyped, used or expired.'
const withCodeSchema = z.extend(loginBodySchema, { code: factorCodeSchema })

/**
 * Email and password first, then the code for accounts with a second factor. After too many attempts there is also a field for
 * the code that the owner is emailed.
 */
export function LoginForm() {
  const [stage, setStage] = useState<'start' | 'code' | 'again'>('start')
  const [isLimited, setIsLimited] = useState(false)
  const isCodeAsked = stage === 'code'
  const { props, field, alert, isBusy, values, adopt } = useCheckedForm({
    start: { email: '', password: '', code: '', emailedCode: '' },
    check: ({ code, emailedCode, ...fields }) => {
      const given = emailedCode.trim() === '' ? fields : { ...fields, emailedCode }
      return isCodeAsked ? withCodeSchema.safeParse({ ...given, code }) : loginBodySchema.safeParse(given)
    },
    isGentle: true,
    send: async (body) => {
      try {
        enter(await ask(logIn, { body }), body.email)
      } catch (error) {
        const isCodeWanted = error instanceof CallError && error.code === 'second_factor_required'
        const isOverLimit = error instanceof CallError && error.status === 429
        if (isOverLimit) setIsLimited(true)
        // A wrong code is reported at its field.
        if (isCodeWanted && body.code !== undefined) throw error
        if (isOverLimit && body.emailedCode !== undefined) {
          throw new CallError(error.status, error.message, { issues: [{ path: 'emailedCode', message: CODE_REFUSED }] })
        }
        if (!isCodeWanted) return messageOf(error, INVALID_CREDENTIALS)
        setStage('code')
      }
      return
    },
  })

  const { ref: form } = props
  useEffect(() => {
    if (stage === 'start' || isBusy) return
    form.current?.querySelector<HTMLInputElement>(stage === 'code' ? '[name=code]' : '[name=email]')?.focus()
  }, [stage, isBusy, form])

  const startOver = () => {
    adopt({ password: '', code: '', emailedCode: '' })
    setIsLimited(false)
    setStage('again')
  }

  return (
    <form {...props} className="space-y-5">
      {alert !== '' && <Alert kind="error">{alert}</Alert>}
      {isCodeAsked ? (
        <>
          <p className="wrap-anywhere">
            Now enter the code for <strong className="font-semibold">{values.email.trim()}</strong>.
          </p>
          <CodeField {...field('code')} />
        </>
      ) : (
        <>
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
          <PasswordField
            {...field('password')}
            label="Password"
            required
            autoComplete="current-password"
            placeholder="Enter your password"
          />
        </>
      )}
      {isLimited && (
        <TextField
          {...field('emailedCode')}
          label="Code we’ve sent you"
          hint="Only if you’ve received one by email: 12 letters and digits."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
      )}
      <Button type="submit" isBusy={isBusy} className="w-full">
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
      {isCodeAsked && (
        <Button variant="quiet" className="w-full" disabled={isBusy} onClick={startOver}>
          Use another account
        </Button>
      )}
    </form>
  )
}

const NO_PASSKEY = 'No passkey was used. You can try again, or use your password.'
const PASSKEY_FAILED = 'We couldn’t use your passkey. Please use your password.'

/** For staff, below the login form; hidden if the browser has no passkeys. */
export function PasskeySignIn() {
  const [isPossible] = useState(knowsPasskeys)
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const { run } = useSingleCall(async () => {
    setState({ isBusy: true, problem: '' })
    try {
      const options = await exactResponseOf(passkeyOptionsSchema, getJson(beginPasskeySignIn.path))
      const answer = await ask(signInByPasskey, { body: { passkey: await askDevice(options) } })
      // No address was typed; the response names the account.
      enter(answer, answer.user?.email ?? '')
      setState({ isBusy: false, problem: '' })
    } catch (error) {
      setState({ isBusy: false, problem: passkeyMessage(error, NO_PASSKEY, PASSKEY_FAILED) })
    }
  })
  if (!isPossible) return null
  return (
    <>
      <p className="text-center text-ink-soft">
        Staff?{' '}
        <button
          type="button"
          aria-busy={state.isBusy || undefined}
          disabled={state.isBusy}
          className="text-link inline-flex min-h-11 items-center"
          onClick={() => run()}
        >
          Sign in with a passkey
        </button>
      </p>
      {state.problem !== '' && <Alert className="mt-2">{state.problem}</Alert>}
    </>
  )
}
