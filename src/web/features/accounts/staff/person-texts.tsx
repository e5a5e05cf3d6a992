import { isStaffRole, type Role } from '#shared/accounts/public.ts'
import { ROLE_NAMES, type PersonAction, type ReadPersonDetails, type StaffPerson } from '#shared/accounts/staff.ts'
import { classNames } from '#web/lib/class-names.ts'

const pill = 'inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap'

/** The role and anything unusual about the account, in words and matching colours. */
export function PersonMarks({ person }: { person: StaffPerson }) {
  const state = stateOf(person)
  const isAdmin = person.role === 'admin'
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span
        className={classNames(
          pill,
          isAdmin ? 'bg-ink text-paper' : isStaffRole(person.role) ? 'bg-sea-tint text-sea-deep' : 'bg-sand-deep text-ink-soft',
        )}
      >
        {ROLE_NAMES[person.role]}
      </span>
      {state && (
        <span className={classNames(pill, state.isBad ? 'bg-danger-tint text-danger-deep' : 'bg-sun-tint text-sun-deep')}>
          <span aria-hidden="true" className={classNames('size-2 rounded-pill', state.isBad ? 'bg-danger' : 'bg-sun')} />
          {state.name}
        </span>
      )}
    </span>
  )
}

export const ROLE_SCOPES: Record<Role, string> = {
  customer: 'Books their own trips. No console access.',
  staff: 'Answers quote requests at the estimate, views bookings and departures, takes tasks. Can’t make payment decisions.',
  manager: 'Everything except People: prices, refunds, cancelling departures, the audit log.',
  admin: 'Full access, including other people’s roles.',
}

/** Why fewer actions than usual are available; undefined if all are. */
export function obstacleOf(person: ReadPersonDetails, ownId: string): string | undefined {
  if (person.id === ownId) return 'This is your own account. Ask another administrator to change it, or go to Settings.'
  if (person.isShared) return 'This is a shared demo account, so it can’t be changed.'
  if (person.isLastAdministrator)
    return 'The only administrator. You can’t change their role or disable them until there’s another administrator.'
  return undefined
}

export const ACT_NAMES: Record<PersonAction, string> = {
  invite: 'Send the invitation again',
  role: 'Change the role',
  reset: 'Reset two-step sign-in',
  disable: 'Disable the account',
  enable: 'Enable the account',
}

export function consequence(act: Exclude<PersonAction, 'role'>, { name, email, sessions, hasPassword }: ReadPersonDetails): string {
  const who = email === null ? name : `${name} (${email})`
  switch (act) {
    case 'invite':
      return `We’ll email ${who} a new link to choose a password, valid for 7 days. The previous link will stop working.`
    case 'reset':
      return `${who} will be signed out${devices(sessions)} and notified by email. This also removes their passkeys, so until they set up two-step sign-in again, their password is enough to sign in. First make sure the request really came from them.`
    case 'disable':
      return `${who} will be signed out${devices(sessions)} straight away and won’t be able to sign in again. Links in emails will stop working. Bookings, payments and refunds aren’t affected.`
    case 'enable':
      return hasPassword
        ? `${who} will be able to sign in again with their password. No email is sent.`
        : `You’ll be able to invite ${who} again: the account has no password yet.`
  }
}

export function roleConsequence({ name, email, role, sessions }: ReadPersonDetails, next: Role): string {
  if (next === role) return `${email === null ? name : `${name} (${email})`} already has this role.`
  return `${email === null ? name : `${name} (${email})`} will become ${ROLE_NAMES[next]} and be signed out${devices(sessions)}. The new role applies when they sign in again.`
}

function devices(sessions: number): string {
  if (sessions === 0) return ''
  return sessions === 1 ? ' on 1 device' : ` on ${sessions} devices`
}

export function doneText(act: PersonAction, { name }: ReadPersonDetails): string {
  return {
    invite: `Invitation sent to ${name}.`,
    role: `${name}’s role has changed.`,
    reset: `Two-step sign-in and passkeys removed for ${name}.`,
    disable: `${name} can no longer sign in.`,
    enable: `${name} can sign in again.`,
  }[act]
}

function stateOf({ role, disabledAt, hasPassword, isReady }: StaffPerson): { name: string; isBad: boolean } | undefined {
  if (disabledAt) return { name: 'Disabled', isBad: true }
  if (isStaffRole(role) && !hasPassword) return { name: 'Invited', isBad: false }
  if (!isReady) return { name: 'Sign-in not set up', isBad: false }
  return undefined
}
