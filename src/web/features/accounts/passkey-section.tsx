import { useRef, useState } from 'react'
import { MAX_PASSKEYS, type passkeysSchema } from '#shared/accounts/passkeys.ts'
import type { Lenient } from '#shared/lenient.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { PasskeyLine } from './passkey-line.tsx'
import { useAddPasskey } from './api/add-passkey.ts'

const DECLINED = 'No passkey was added. It was cancelled or timed out.'
const FAILED = 'We couldn’t add the passkey. Please try again.'

/** For staff: add, rename and remove passkeys. */
export function PasskeySection({ state: { passkeys, obstacle } }: { state: Lenient<typeof passkeysSchema> }) {
  const list = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const adding = useAddPasskey({
    onAsking: () => setTold(''),
    onAdded: () => setTold('Passkey added. Next time, choose “Sign in with a passkey” below the login form.'),
  })
  // The focused element disappears with the line or its dialog.
  const changed = (message: string) => {
    setTold(message)
    list.current?.focus()
  }

  if (obstacle === 'shared') {
    return <Alert kind="info">This is a shared demo account, so you can’t add passkeys.</Alert>
  }
  const canAdd = !obstacle && knowsPasskeys()
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {passkeys.length > 0 ? (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onChanged={changed} />
          ))}
        </ul>
      ) : (
        <p className="max-w-text">
          Sign in with your fingerprint, face or screen lock instead of a password and code. These never leave your device. You can still
          use your authenticator app on your other devices.
        </p>
      )}
      {adding.isError && <Alert className="mt-4">{passkeyMessage(adding.error, DECLINED, FAILED)}</Alert>}
      {!canAdd && (
        <Alert kind="info" className="mt-4">
          {obstacle === 'address'
            ? 'Passkeys need HTTPS and a domain name, not an IP address. Open this site by its domain name to add one.'
            : 'This browser doesn’t support passkeys. To add one, open this page in another browser.'}
        </Alert>
      )}
      {canAdd && passkeys.length < MAX_PASSKEYS && (
        <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={adding.isPending} onClick={() => adding.mutate()}>
          Add a passkey
        </Button>
      )}
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {told}
      </p>
    </div>
  )
}
