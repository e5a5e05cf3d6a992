import { ROLES, type Role } from '#shared/accounts/public.ts'
import { changeRole, disableAccount, enableAccount, inviteAgain, resetFactor } from '#shared/accounts/staff-calls.ts'
import { changeRoleBodySchema, ROLE_NAMES, type PersonAction, type ReadPersonDetails } from '#shared/accounts/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { ask } from '#web/lib/ask.ts'
import { CallError } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'
import { ACT_NAMES, consequence, doneText, ROLE_SCOPES, roleConsequence } from './person-texts.tsx'

const ACCESS_CALLS = { disable: disableAccount, enable: enableAccount, reset: resetFactor, invite: inviteAgain }

type Props = {
  person: ReadPersonDetails
  act: PersonAction
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else changed the account first; `message` says how. */
  onChanged: (message: string) => void
}

export function PersonDialog({ person, act, onClose, onDone, onChanged }: Props) {
  const setRole = useSend(changeRole, consoleKey('people'))
  const setAccess = useSend(
    async (call: (typeof ACCESS_CALLS)[keyof typeof ACCESS_CALLS]) => ask(call, { params: { id: person.id } }),
    consoleKey('people'),
  )
  const form = useCheckedForm<{ role: Role }, { role: Role }>({
    start: { role: person.role },
    check: (values) => changeRoleBodySchema.safeParse(values),
    send: async ({ role }) => {
      try {
        await (act === 'role'
          ? setRole({ params: { id: person.id }, body: { role, seenRole: person.role } })
          : setAccess(ACCESS_CALLS[act]))
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'account_changed') throw error
        return onChanged(error.message)
      }
      onDone(doneText(act, person))
    },
  })
  const { role } = form.values
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={ACT_NAMES[act]}
      footer={
        <ActButtons
          onKeep={onClose}
          first={act === 'disable' ? 'keep' : act === 'role' ? undefined : 'act'}
          form="person"
          variant={act === 'disable' ? 'danger' : 'primary'}
          isBusy={form.isBusy}
          disabled={act === 'role' && role === person.role}
        >
          {act === 'role' ? `Change to ${ROLE_NAMES[role]}` : ACT_NAMES[act]}
        </ActButtons>
      }
    >
      <form {...form.props} id="person" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        {act === 'role' ? (
          <>
            <SelectField
              {...form.choice('role')}
              data-first
              label="Role"
              hint={ROLE_SCOPES[role]}
              options={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
            />
            <p aria-live="polite">{roleConsequence(person, role)}</p>
          </>
        ) : (
          <p>{consequence(act, person)}</p>
        )}
      </form>
    </Dialog>
  )
}
