import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { removePasskey, renamePasskey } from '#shared/accounts/passkey-calls.ts'
import { MAX_PASSKEYS, renamePasskeyBodySchema, type passkeysSchema } from '#shared/accounts/passkeys.ts'
import type { SentWith } from '#shared/contract.ts'
import type { Lenient } from '#shared/lenient.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { knowsPasskeys, passkeyMessage } from './device-passkeys.ts'
import { passkeysQuery, useAddPasskey, type Passkey } from './own-passkeys.ts'
import { sessionsQuery, signedInAt } from './sessions.ts'

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

const FORM = 'rename-passkey'

type Props = { passkey: Passkey; onChanged: (message: string) => void }

function PasskeyLine({ passkey, onChanged }: Props) {
  const [open, setOpen] = useState<'name' | 'removal'>()
  const { name = 'Passkey', isSynced } = passkey
  const close = () => setOpen(undefined)
  return (
    <li className="flex items-start gap-[min(1rem,4vw)] py-4 first:pt-0">
      <span className="flex size-[min(2.75rem,14vw)] shrink-0 items-center justify-center rounded-pill bg-sand">
        <KeyRound aria-hidden="true" className="size-5 text-ink-soft" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
            {name}
            {isSynced && <span className="rounded-pill bg-sea-tint px-2.5 py-0.5 text-xs text-sea-deep">Synced across your devices</span>}
          </p>
          <p className="text-sm text-ink-soft">{timesOf(passkey)}</p>
        </div>
        <div className="-ml-4 flex min-w-0 flex-wrap">
          <Button variant="quiet" size="small" className="min-h-11" aria-label={`Rename ${name}`} onClick={() => setOpen('name')}>
            Rename
          </Button>
          <Button variant="quiet" size="small" className="min-h-11" aria-label={`Remove ${name}`} onClick={() => setOpen('removal')}>
            Remove
          </Button>
        </div>
      </div>
      {open === 'name' && <RenameDialog id={passkey.id} name={name} onClose={close} onListed={() => onChanged('Passkey renamed.')} />}
      {open === 'removal' && (
        <RemovalDialog
          id={passkey.id}
          name={name}
          onClose={close}
          onListed={() => onChanged('Passkey removed. Your other devices have been signed out.')}
        />
      )}
    </li>
  )
}

type DialogProps = { id: string; name: string; onClose: () => void; /** Called after the list has been refetched. */ onListed: () => void }

function RenameDialog({ id, name, onClose, onListed }: DialogProps) {
  const rename = useRenamePasskey(id, { onRenamed: onClose, onListed })
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { name },
    check: (fields) => renamePasskeyBodySchema.safeParse(fields),
    failed: 'We couldn’t save the name. Please try again.',
    send: rename,
  })
  return (
    <Dialog
      isOpen
      size="small"
      title="Rename the passkey"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form {...props} id={FORM} className="grid gap-5">
        {alert !== '' && <Alert>{alert}</Alert>}
        <TextField {...field('name')} data-first label="Name" hint="For example, “Work laptop”." autoComplete="off" />
      </form>
    </Dialog>
  )
}

function RemovalDialog({ id, name, onClose, onListed }: DialogProps) {
  const removal = useRemovePasskey(id, { onRemoved: onClose, onListed })
  return (
    <Dialog
      isOpen
      size="small"
      title="Remove the passkey?"
      onClose={() => !removal.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={removal.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" isBusy={removal.isPending} onClick={() => removal.mutate()}>
            Remove
          </Button>
        </>
      }
    >
      {removal.isError && (
        <Alert className="mb-4">{messageOf(removal.error, 'We couldn’t remove the passkey. Please try again.', NO_RESPONSE)}</Alert>
      )}
      <p className="wrap-anywhere">
        <strong className="font-semibold">{name}</strong> will no longer sign you in, and all your other devices will be signed out. You can
        also delete it on the device itself.
      </p>
    </Dialog>
  )
}

function timesOf({ addedAt, lastUsedAt }: Passkey): string {
  const added = addedAt && `Added ${signedInAt(addedAt)}`
  return [added, lastUsedAt ? `last used ${signedInAt(lastUsedAt)}` : lastUsedAt === null && 'not used yet'].filter(Boolean).join(', ')
}

/** Signs out all other devices. `onRemoved` is called straight away, `onListed` after the list has been refetched. */
function useRemovePasskey(id: string, { onRemoved, onListed }: { onRemoved: () => void; onListed: () => void }) {
  const reload = useReload(passkeysQuery.queryKey, sessionsQuery.queryKey)
  return useCall({
    mutationFn: () => ask(removePasskey, { params: { id } }),
    onSuccess: async () => {
      onRemoved()
      await reload()
      onListed()
    },
  })
}

/** `onRenamed` is called straight away, `onListed` after the list has been refetched. */
function useRenamePasskey(id: string, { onRenamed, onListed }: { onRenamed: () => void; onListed: () => void }) {
  const reload = useReload(passkeysQuery.queryKey)
  return async (body: SentWith<typeof renamePasskey>['body']) => {
    await ask(renamePasskey, { params: { id }, body })
    onRenamed()
    await reload()
    onListed()
  }
}
