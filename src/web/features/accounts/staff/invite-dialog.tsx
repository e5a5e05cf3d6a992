import { invitePersonBodySchema, ROLE_NAMES, type InvitePersonBody } from '#shared/accounts/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useInvitePerson } from './api/invite-person.ts'
import { ROLE_SCOPES } from './person-texts.ts'

type Values = { name: string; email: string; role: InvitePersonBody['role'] }
type Props = {
  onClose: () => void
  /** Called with the id of the new account, and what has been done. */ onDone: (id: string, message: string) => void
}

const ROLE_OPTIONS = (['staff', 'manager', 'admin'] as const).map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Creates an account for a new staff member, who chooses the password. */
export function InviteDialog({ onClose, onDone }: Props) {
  const invitePerson = useInvitePerson()
  const form = useCheckedForm<Values, InvitePersonBody>({
    start: { name: '', email: '', role: 'staff' },
    check: (values) => invitePersonBodySchema.safeParse(values),
    send: async (body) => {
      const { id } = await invitePerson(body)
      onDone(id, `Invitation sent to ${body.name}.`)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite someone"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="invite" size="small" className="min-h-11" isBusy={form.isBusy}>
            Send the invitation
          </Button>
        </>
      }
    >
      <form {...form.props} id="invite" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <TextField {...form.field('name')} data-first label="Name" autoComplete="off" />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" />
        <SelectField {...form.choice('role')} label="Role" options={ROLE_OPTIONS} hint={ROLE_SCOPES[form.values.role]} />
        <p className="text-ink-soft">We’ll email them a link to choose a password, valid for 7 days. They can’t sign in until they do.</p>
      </form>
    </Dialog>
  )
}
