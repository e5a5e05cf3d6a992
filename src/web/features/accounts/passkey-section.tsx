import { useRef, useState } from 'react'
import { MAX_PASSKEYS, type passkeysSchema } from '#shared/accounts/passkeys.ts'
import type { Lenient } from '#shared/lenient.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { PasskeyLine } from './passkey-line.tsx'
import { useAddPasskey } from './api/add-passkey.ts'

const DECLINED = 'Nothing was added: your browser was not told to go on, or it took too long.'
const FAILED = 'The passkey could not be added. Please try again.'

/** For staff: add, rename and remove passkeys. */
export function PasskeySection({ state: { passkeys, obstacle } }: { state: Lenient<typeof passkeysSchema> }) {
  const list = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const adding = useAddPasskey({
    onAsking: () => setTold(''),
    onAdded: () => setTold('The passkey is added. Next time, choose “Sign in with a passkey” below the login.'),
  })
  // The focused element disappears with the line or its dialog.
  const changed = (message: string) => {
    setTold(message)
    list.current?.focus()
  }

  if (obstacle === 'shared') {
    return <Alert kind="info">Everybody who tries this demo shares this account, so it has no passkeys.</Alert>
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
          Your fingerprint, your face or the lock of your screen signs you in, without password and code. What proves it never leaves your
          device. Your authenticator app stays as it is, for every other device.
        </p>
      )}
      {adding.isError && <Alert className="mt-4">{passkeyMessage(adding.error, DECLINED, FAILED)}</Alert>}
      {!canAdd && (
        <Alert kind="info" className="mt-4">
          {obstacle === 'address'
            ? 'Passkeys need https and an address with a name, not a number. Open this site by its name to add one.'
            : 'This browser has no passkeys. Open this page in another one to add one.'}
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
