import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { renamePasskeyBodySchema } from '#shared/accounts/passkeys.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useRemovePasskey } from './api/remove-passkey.ts'
import { useRenamePasskey } from './api/rename-passkey.ts'
import type { Passkey } from './api/list-passkeys.ts'
import { signedInAt } from './session-times.ts'

const FORM = 'rename-passkey'

type Props = { passkey: Passkey; onChanged: (message: string) => void }

export function PasskeyLine({ passkey, onChanged }: Props) {
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
  const renamePasskey = useRenamePasskey(id, { onRenamed: onClose, onListed })
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { name },
    check: (fields) => renamePasskeyBodySchema.safeParse(fields),
    failed: 'We couldn’t save the name. Please try again.',
    send: renamePasskey,
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
