import { useState } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { signInByPasskey } from './api/sign-in-by-passkey.ts'
import { knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { enter } from './enter.ts'

const DECLINED = 'No passkey was used. You can try again, or use your password.'
const FAILED = 'We couldn’t use your passkey. Please use your password.'

/** For staff, below the login form; hidden if the browser has no passkeys. */
export function PasskeySignIn() {
  const [isPossible] = useState(knowsPasskeys)
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const { run } = useSingleCall(async () => {
    setState({ isBusy: true, problem: '' })
    try {
      const answer = await signInByPasskey()
      // No address was typed; the response names the account.
      enter(answer, answer.user?.email ?? '')
      setState({ isBusy: false, problem: '' })
    } catch (error) {
      setState({ isBusy: false, problem: passkeyMessage(error, DECLINED, FAILED) })
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
