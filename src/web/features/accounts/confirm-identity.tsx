import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { confirmIdentityBodySchema, type ConfirmIdentityBody } from '#shared/accounts/identity.ts'
import * as calls from '#shared/accounts/passkey-calls.ts'
import { PROOFS, type Proof } from '#shared/accounts/proofs.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask, exactResponseOf } from '#web/lib/ask.ts'
import { CallError } from '#web/lib/call-error.ts'
import { getJson } from '#web/lib/http.ts'
import { getSession } from '#web/lib/session.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import { CodeField } from './code-field.tsx'
import { askDevice, knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { PasswordField } from './password-field.tsx'

const NOT_CONFIRMED = 'Nothing has changed, because you didn’t confirm it’s you. You can try again.'

let underWay: Promise<boolean> | undefined

/** Asks the user to confirm their identity, once for all calls that wait for it. Throws if they do not. */
export async function confirmIdentity(refusal: unknown): Promise<void> {
  underWay ??= askForProof(proofsOf(refusal)).finally(() => {
    underWay = undefined
  })
  if (await underWay) return
  throw new CallError(403, NOT_CONFIRMED, { code: 'confirm_identity', serverMessage: NOT_CONFIRMED, body: refusal })
}

/** Opens on top of everything else. The dialog has its own React root, because the waiting call may come from anywhere. */
async function askForProof(proofs: readonly Proof[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isConfirmed = await new Promise<boolean>((resolve) => {
    root.render(<IdentityDialog proofs={proofs} onDone={resolve} />)
  })
  root.unmount()
  place.remove()
  return isConfirmed
}

/** Ignores unknown proofs; if none is known, falls back to the password. */
function proofsOf(refusal: unknown): readonly Proof[] {
  const { confirmWith } = (refusal ?? {}) as { confirmWith?: unknown }
  const known = PROOFS.filter((proof) => Array.isArray(confirmWith) && confirmWith.includes(proof))
  return known.length > 0 ? known : ['password']
}

const FORM = 'confirm-identity'
const DECLINED = 'No passkey was used. Try again, or choose another method.'
const FAILED = 'We couldn’t use your passkey. Please choose another method.'

type Props = { proofs: readonly Proof[]; onDone: (isConfirmed: boolean) => void }

function IdentityDialog({ proofs, onDone }: Props) {
  const wanted = proofs.includes('code') ? 'code' : 'password'
  const { props, field, alert, isBusy } = useCheckedForm<Record<typeof wanted, string>, ConfirmIdentityBody>({
    start: { password: '', code: '' },
    check: (fields) => confirmIdentityBodySchema.safeParse({ [wanted]: fields[wanted] }),
    isGentle: true,
    failed: 'We couldn’t check this. Please try again.',
    send: async (body) => {
      try {
        await ask(calls.confirmIdentity, { body })
      } catch (error) {
        if (isSessionOver(error)) return onDone(false)
        throw error
      }
      onDone(true)
    },
  })
  const device = usePasskeyProof(onDone)
  const isWaiting = isBusy || device.isBusy
  const { ref: form } = props
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`[name=${wanted}]`)?.focus(), [form, wanted])

  return (
    <Dialog
      isOpen
      size="small"
      title="Confirm it’s you"
      onClose={() => !isWaiting && onDone(false)}
      footer={
        <>
          <Button variant="secondary" disabled={isWaiting} onClick={() => onDone(false)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} isBusy={isBusy} disabled={device.isBusy}>
            {isBusy ? 'Checking...' : 'Confirm'}
          </Button>
        </>
      }
    >
      <form {...props} id={FORM} className="grid gap-5">
        {(device.problem || alert) && <Alert kind="error">{device.problem || alert}</Alert>}
        <p>It’s been a while since you signed in, so we need to check it’s you. We won’t ask again for 10 minutes.</p>
        {proofs.includes('passkey') && knowsPasskeys() && (
          <Button variant="secondary" isBusy={device.isBusy} disabled={isBusy} onClick={device.ask}>
            {!device.isBusy && <KeyRound aria-hidden="true" className="size-4" />}
            <span>Use a passkey</span>
          </Button>
        )}
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={getSession().email ?? ''} readOnly hidden />
        {wanted === 'code' ? (
          <CodeField {...field('code')} />
        ) : (
          <PasswordField {...field('password')} label="Your password" required autoComplete="current-password" />
        )}
      </form>
    </Dialog>
  )
}

function usePasskeyProof(onDone: Props['onDone']) {
  const [state, setState] = useState({ isBusy: false, problem: '' })
  const { run } = useSingleCall(async () => {
    setState({ isBusy: true, problem: '' })
    try {
      await confirmByPasskey()
      onDone(true)
    } catch (error) {
      if (isSessionOver(error)) return onDone(false)
      setState({ isBusy: false, problem: passkeyMessage(error, DECLINED, FAILED) })
    }
  })
  return { ...state, ask: () => run() }
}

/** The login page then appears by itself. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** With a passkey available in this browser. */
async function confirmByPasskey(): Promise<void> {
  const { question } = await exactResponseOf(calls.listPasskeys.returns, getJson(calls.listPasskeys.path))
  if (!question) throw new Error('Passkeys don’t work at this web address')
  await ask(calls.confirmIdentity, { body: { passkey: await askDevice(question) } })
}
