import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { changeEmailBodySchema } from '#shared/accounts/email-changes.ts'
import { changeEmail } from '#shared/accounts/security-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { useSession } from '#web/lib/session.ts'
import { CodeField } from './code-field.tsx'
import { SendLinkAgain } from './confirm-first.tsx'
import { accountQuery } from './own-account.ts'
import { PasswordField } from './password-field.tsx'
import { secondFactorQuery } from './second-factor-state.tsx'

/** The email address, with whether it is confirmed if the server says so. */
export function EmailState() {
  const email = useSession((session) => session.email)
  const { data } = useQuery(accountQuery)
  return (
    <div>
      <p translate="no" className="font-semibold wrap-anywhere">
        {email}
      </p>
      {data?.isEmailConfirmed === true && (
        <p className="mt-1 flex items-center gap-2 text-sm font-medium text-sea-deep">
          <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
          Confirmed
        </p>
      )}
      {data?.isEmailConfirmed === false && (
        <>
          <p className="mt-1 flex items-start gap-2 text-sm font-medium text-sun-deep">
            <MailWarning aria-hidden="true" className="size-5 shrink-0" />
            Not confirmed. Please open the link in the email we sent you.
          </p>
          <SendLinkAgain />
        </>
      )}
      <ChangeEmail />
    </div>
  )
}

const FORM = 'change-email'

function ChangeEmail() {
  const [isOpen, setIsOpen] = useState(false)
  const [asked, setAsked] = useState('')
  return (
    <div className="mt-4">
      {asked !== '' && (
        <Alert kind="info" className="mb-4">
          We’ve sent a link to <strong className="wrap-anywhere">{asked}</strong>. Open it within 24 hours to change your email. Nothing
          there? Check your spam folder and the spelling. We don’t send a link to an address another account already uses.
        </Alert>
      )}
      <Button variant="secondary" size="small" className="min-h-11" onClick={() => setIsOpen(true)}>
        Change email
      </Button>
      {isOpen && (
        <ChangeEmailDialog
          onClose={() => setIsOpen(false)}
          onAsked={(email) => {
            setAsked(email)
            setIsOpen(false)
          }}
        />
      )}
    </div>
  )
}

function ChangeEmailDialog({ onClose, onAsked }: { onClose: () => void; onAsked: (email: string) => void }) {
  const { data: factor } = useQuery(secondFactorQuery)
  const { props, field, errorOf, alert, isBusy } = useCheckedForm({
    start: { email: '', password: '', code: '' },
    check: ({ code, ...fields }) => changeEmailBodySchema.safeParse({ ...fields, ...((factor?.isOn || code !== '') && { code }) }),
    isGentle: true,
    failed: 'We couldn’t change your address. Please try again.',
    send: async (body) => {
      await ask(changeEmail, { body })
      onAsked(body.email)
    },
  })
  return (
    <Dialog
      isOpen
      size="small"
      title="Change email"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} isBusy={isBusy}>
            Send the link
          </Button>
        </>
      }
    >
      <form {...props} id={FORM} className="grid gap-5">
        {alert !== '' && <Alert>{alert}</Alert>}
        <p>
          We’ll send a link to your new address and let your current one know. When you open the link, we’ll switch to the new address and
          sign out your other devices.
        </p>
        <TextField {...field('email')} label="New email" type="email" inputMode="email" required autoComplete="email" maxLength={254} />
        <PasswordField {...field('password')} label="Your password" required autoComplete="current-password" />
        {/* Shown on demand too: the account's data may not have loaded when the server asks for a code. */}
        {(factor?.isOn || errorOf('code')) && <CodeField {...field('code')} />}
      </form>
    </Dialog>
  )
}
