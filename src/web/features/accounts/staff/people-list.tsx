import { infiniteQueryOptions } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { invitePerson, listPeople } from '#shared/accounts/staff-calls.ts'
import {
  invitePersonBodySchema,
  ROLE_NAMES,
  type InvitePersonBody,
  type ListPeopleQuery,
  type StaffPerson,
} from '#shared/accounts/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { askPage } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { dayText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'
import { Avatar } from '../avatar.tsx'
import { PersonMarks, ROLE_SCOPES } from './person-texts.tsx'

const PAGE = 50
const FIRST_PAGE = ''

/** Matching accounts in pages, newest first. `total` is undefined if there are more than the server counts. */
export function peopleQuery(filter: Pick<ListPeopleQuery, 'who' | 'role' | 'search'>) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('people'), 'list', filter],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { data: people, total } = await askPage(listPeople, { query }, signal)
      return { people, total }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ people }) => (people.length < PAGE ? undefined : people.at(-1)?.id),
  })
}

export function PersonRow({ person, to }: { person: StaffPerson; to: string }) {
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-cream">
      <Avatar name={person.name} image={null} className="size-9 text-base!" />
      <div className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_8rem]">
        <div className="min-w-0">
          <Link
            to={to}
            data-row
            className="font-semibold wrap-anywhere before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-3 focus-visible:before:-outline-offset-3 focus-visible:before:outline-coral-deep"
          >
            {person.name}
          </Link>
          <p className="text-ink-soft max-md:wrap-anywhere md:truncate">{person.email ?? 'No email address'}</p>
        </div>
        <p className="flex flex-wrap items-center gap-1.5">
          <PersonMarks person={person} />
          {person.hasSecondFactor && (
            <span title="Two-step sign-in">
              <ShieldCheck aria-hidden="true" className="size-4 text-sea" />
              <span className="sr-only">Two-step sign-in</span>
            </span>
          )}
        </p>
        <p className="text-ink-soft max-lg:hidden">since {dayText(person.createdAt)}</p>
      </div>
    </li>
  )
}

type Values = { name: string; email: string; role: InvitePersonBody['role'] }
type Props = {
  onClose: () => void
  /** Called with the id of the new account, and what has been done. */ onDone: (id: string, message: string) => void
}

const ROLE_OPTIONS = (['staff', 'manager', 'admin'] as const).map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Creates an account for a new staff member, who chooses the password. */
export function InviteDialog({ onClose, onDone }: Props) {
  const invite = useSend(invitePerson, consoleKey('people'))
  const form = useCheckedForm<Values, InvitePersonBody>({
    start: { name: '', email: '', role: 'staff' },
    check: (values) => invitePersonBodySchema.safeParse(values),
    send: async (body) => {
      const { id } = await invite({ body })
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
