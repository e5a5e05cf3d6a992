import { addEmailBodySchema, correctNameBodySchema } from '#shared/accounts/customer-care.ts'
import { addEmail, correctName, sendCustomerLink } from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

export type CareAct = 'name' | 'email' | 'link'

const CALLS = { name: correctName, email: addEmail, link: sendCustomerLink }

type Customer = { id: string; name: string; email: string | null }

const TITLES: Record<CareAct, { title: string; yes: string }> = {
  name: { title: 'Correct the name', yes: 'Correct the name' },
  email: { title: 'Add an email address', yes: 'Add and send the link' },
  link: { title: 'Send the account link', yes: 'Send the link' },
}

type DialogProps = { act: CareAct; customer: Customer; onClose: () => void; onDone: () => void }

/** Explains a change to a customer's account, asks for what it needs, and makes it. */
export function CareDialog({ act, customer: { id, name, email }, onClose, onDone }: DialogProps) {
  const correct = useSend(
    async (body: object) => postJson(pathOf(CALLS[act], { id }), body),
    consoleKey('people'),
    // Their pages show the customer.
    consoleKey('bookings'),
  )
  const form = useCheckedForm<{ name: string; email: string }, object>({
    start: { name, email: '' },
    check: (values) => {
      if (act === 'name') return correctNameBodySchema.safeParse({ name: values.name, seenName: name })
      return act === 'email' ? addEmailBodySchema.safeParse({ email: values.email }) : { success: true, data: {} }
    },
    send: async (body) => {
      await correct(body)
      onDone()
    },
  })
  const { title, yes } = TITLES[act]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <ActButtons onKeep={onClose} first={act === 'link' ? 'act' : undefined} form="customer-care" isBusy={form.isBusy}>
          {yes}
        </ActButtons>
      }
    >
      <form {...form.props} id="customer-care" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        {act === 'name' && <TextField {...form.field('name')} data-first label="Name" autoComplete="off" />}
        {act === 'email' && <TextField {...form.field('email')} data-first label="Email" type="email" autoComplete="off" />}
        <p className="wrap-anywhere">
          {
            {
              name: 'We’ll use this name on their bookings and in future emails. They can change it in their settings.',
              email: `We’ll email ${name} a link to choose a password, valid for 7 days. From now on they’ll also get emails about their bookings.`,
              link: `We’ll email ${name} (${email}) a new link to choose a password, valid for 7 days. The previous link will stop working.`,
            }[act]
          }
        </p>
      </form>
    </Dialog>
  )
}
