import { Download } from 'lucide-react'
import { useState } from 'react'
import { deleteAccount, downloadOwnData } from '#shared/accounts/security-calls.ts'
import { deleteAccountBodySchema } from '#shared/accounts/settings.ts'
import { brand } from '#shared/brand.ts'
import { localToday } from '#shared/dates.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { signOutForGood } from '#web/lib/session.ts'
import { useCall } from '#web/lib/use-call.ts'
import { farewell } from './farewell.ts'
import { PasswordField } from './password-field.tsx'

const FAILED = 'We couldn’t download your data. Please try again.'

export function OwnData() {
  // Not a plain link: if the session had to be refreshed first, the file would contain an error.
  const fetching = useCall({ mutationFn: () => ask(downloadOwnData, {}), onSuccess: saveFile })
  return (
    <div>
      {fetching.isError && <Alert className="mb-4">{messageOf(fetching.error, FAILED, NO_RESPONSE)}</Alert>}
      <p className="max-w-text">Your account, bookings, payments, drafts, reviews and devices in one JSON file.</p>
      <Button variant="secondary" size="small" className="mt-4 min-h-11" isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {/* Replaced by the spinner, because with both, large text does not fit on a narrow phone. */}
        {!fetching.isPending && <Download aria-hidden="true" className="size-4" />}
        <span>Download my data</span>
      </Button>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {fetching.isSuccess && 'The file is in your downloads folder.'}
      </p>
    </div>
  )
}

function saveFile(data: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${brand.name.toLowerCase()}-my-data-${localToday()}.json`,
  })
  link.click()
  // The browser must have started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const FORM = 'delete-account'

export function DeleteAccount() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <p className="max-w-text">
        We’ll delete your name, photo, drafts and devices straight away. You can sign up again with the same email address.
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-4 min-h-11 border-danger/50! text-danger! hover:bg-danger-tint!"
        onClick={() => setIsOpen(true)}
      >
        Delete account
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { password: '' },
    check: (fields) => deleteAccountBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'We couldn’t delete the account. Please try again.',
    send: async ({ password }) => {
      await ask(deleteAccount, { body: { password } })
      signOutForGood()
      farewell.keep(true)
    },
  })

  return (
    <Dialog
      isOpen
      title="Delete your account?"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" form={FORM} variant="danger" isBusy={isBusy}>
            {isBusy ? 'Deleting...' : 'Delete permanently'}
          </Button>
        </>
      }
    >
      <form {...props} id={FORM} className="grid gap-5">
        {alert !== '' && <Alert title="Not yet">{alert}</Alert>}
        <div className="grid gap-3">
          <p>You can’t undo this. We’ll delete straight away:</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>your name, email address and photo</li>
            <li>your drafts, uploaded photos and the names of your fellow travellers</li>
            <li>quotes you’ve requested but not paid for</li>
          </ul>
          <p>
            We’ll keep, without your name: bookings, payments and refunds (as the law requires) and your reviews, shown as by “A traveller”.
          </p>
        </div>
        <PasswordField {...field('password')} label="Your password" required autoComplete="current-password" />
      </form>
    </Dialog>
  )
}
