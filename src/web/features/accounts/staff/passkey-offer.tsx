import { queryOptions, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { putOffPasskey } from '#shared/accounts/passkey-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { ask } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { canKeepPasskey, passkeyMessage } from '../device-passkeys.ts'
import { passkeysQuery, useAddPasskey } from '../own-passkeys.ts'

/** Whether this device has its own authenticator. */
const ownDeviceQuery = queryOptions({ queryKey: ['device', 'passkeys'], queryFn: canKeepPasskey, staleTime: Infinity })

const DECLINED = 'No passkey was added. You can try again here or in Settings.'
const FAILED = 'We couldn’t add the passkey. You can try again here or in Settings.'

/** Offers a first passkey to staff who signed in with a password on a device that supports it. `onAdded` receives a message. */
export default function PasskeyOffer({ onAdded }: { onAdded: (message: string) => void }) {
  const { data: canKeep } = useQuery(ownDeviceQuery)
  const { data } = useQuery({ ...passkeysQuery, enabled: canKeep === true })
  const adding = useAddPasskey({
    onAdded: () => onAdded('Passkey added. Next time, choose “Sign in with a passkey” below the login form.'),
  })
  const putOff = useCall({ mutationFn: () => ask(putOffPasskey, {}), onSettled: useReload(passkeysQuery.queryKey) })
  // Hidden at once, without waiting for the server.
  if (!canKeep || !data?.isOffered || putOff.isPending || putOff.isSuccess) return null
  return (
    <section aria-labelledby="passkey-offer" className="mb-5 rounded-card border border-line bg-paper px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
          <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea-deep" />
          <div className="min-w-0">
            <h2 id="passkey-offer" className="font-sans text-sm font-semibold">
              Sign in faster next time with a passkey
            </h2>
            <p className="text-ink-soft">Use this device’s fingerprint, face or screen lock instead of your password and code.</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" className="min-h-11" isBusy={adding.isPending} onClick={() => adding.mutate()}>
            Add a passkey
          </Button>
          <Button size="small" variant="quiet" className="min-h-11" disabled={adding.isPending} onClick={() => putOff.mutate()}>
            Not now
          </Button>
        </div>
      </div>
      {adding.isError && <Alert className="mt-3">{passkeyMessage(adding.error, DECLINED, FAILED)}</Alert>}
    </section>
  )
}
