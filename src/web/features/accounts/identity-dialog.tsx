import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { confirmIdentityBodySchema, type ConfirmIdentityBody } from '#shared/accounts/identity.ts'
import type { Proof } from '#shared/accounts/proofs.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { getSession } from '#web/lib/session.ts'
import { useSingleCall } from '#web/lib/use-single-call.ts'
import { CodeField } from './code-field.tsx'
import { knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { confirmByPasskey, confirmIdentity } from './api/confirm-identity.ts'
import { PasswordField } from './password-field.tsx'

const FORM = 'confirm-identity'
const DECLINED = 'No passkey was used. Try again, or choose another method.'
const FAILED = 'We couldn’t use your passkey. Please choose another method.'

type Props = { proofs: readonly Proof[]; onDone: (isConfirmed: boolean) => void }

export function IdentityDialog({ proofs, onDone }: Props) {
  const wanted = proofs.includes('code') ? 'code' : 'password'
  const { props, field, alert, isBusy } = useCheckedForm<Record<typeof wanted, string>, ConfirmIdentityBody>({
    start: { password: '', code: '' },
    check: (fields) => confirmIdentityBodySchema.safeParse({ [wanted]: fields[wanted] }),
    isGentle: true,
    failed: 'We couldn’t check this. Please try again.',
    send: async (body) => {
      try {
        await confirmIdentity(body)
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
  const { run: ask } = useSingleCall(async () => {
    setState({ isBusy: true, problem: '' })
    try {
      await confirmByPasskey()
      onDone(true)
    } catch (error) {
      if (isSessionOver(error)) return onDone(false)
      setState({ isBusy: false, problem: passkeyMessage(error, DECLINED, FAILED) })
    }
  })
  return { ...state, ask: () => ask() }
}

/** The login page then appears by itself. */
function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}
