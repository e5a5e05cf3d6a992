import { useState } from 'react'
import { changeFactorBodySchema, type ChangeFactorBody } from '#shared/accounts/second-factors.ts'
import { removeSecondFactor, renewRecoveryCodes } from '#shared/accounts/security-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

const FORM = 'change-second-factor'

const MOVING = 'To move to another phone, turn it off here and set it up again.'

type Props = { isCompulsory: boolean; onRemoved: () => void; onNewCodes: (codes: string[]) => void }

/** Actions on an active second factor; each needs the password and a code. */
export function SecondFactorChanges({ isCompulsory, onRemoved, onNewCodes }: Props) {
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button variant="secondary" size="small" className="min-h-11" onClick={() => setOpen('codes')}>
        New recovery codes
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="min-h-11 border-danger/50! text-danger! hover:bg-danger-tint!"
        onClick={() => setOpen('off')}
      >
        Turn off
      </Button>
      {open === 'codes' && (
        <ChangeDialog
          title="New recovery codes"
          text="They replace all your existing codes."
          action="Show new codes"
          onClose={close}
          send={async (body) => {
            const { recoveryCodes } = await ask(renewRecoveryCodes, { body })
            close()
            onNewCodes(recoveryCodes)
          }}
        />
      )}
      {open === 'off' && (
        <ChangeDialog
          title="Turn off two-step sign-in?"
          text={
            isCompulsory
              ? `Your role requires it. Until you set it up again, this is the only page you can open. ${MOVING}`
              : `You’ll then sign in with just your password. ${MOVING}`
          }
          action="Turn off"
          isDangerous
          onClose={close}
          send={async (body) => {
            await ask(removeSecondFactor, { body })
            close()
            onRemoved()
          }}
        />
      )}
    </div>
  )
}

type DialogProps = {
  title: string
  text: string
  action: string
  isDangerous?: boolean
  onClose: () => void
  send: (body: ChangeFactorBody) => Promise<void>
}

function ChangeDialog({ title, text, action, isDangerous = false, onClose, send }: DialogProps) {
  const { props, field, alert, isBusy } = useCheckedForm({
    start: { password: '', code: '' },
    check: (fields) => changeFactorBodySchema.safeParse(fields),
    isGentle: true,
    failed: 'That didn’t work. Please try again.',
    send,
  })
  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form {...props} id={FORM} className="grid gap-5">
        {alert !== '' && <Alert>{alert}</Alert>}
        <p>{text}</p>
        <PasswordField {...field('password')} label="Your password" required autoComplete="current-password" />
        <CodeField {...field('code')} />
      </form>
    </Dialog>
  )
}
