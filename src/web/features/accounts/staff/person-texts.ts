import { isStaffRole, type Role } from '#shared/accounts/public.ts'
import { ROLE_NAMES, type PersonAction, type StaffPerson, type ReadPersonDetails } from '#shared/accounts/staff.ts'

/** What each role includes (decisions, "Beyond the specification"). */
export const ROLE_SCOPES: Record<Role, string> = {
  customer: 'Books for themselves, and sees nothing of the console.',
  staff: 'Answers quotes at the estimate, sees bookings and departures, takes tasks. Moves no money.',
  manager: 'Everything but People: prices, refunds, cancelled departures, the audit.',
  admin: 'Everything, and who else may do what.',
}

/** Why fewer actions than usual are available; undefined if all are. */
export function obstacleOf(person: ReadPersonDetails, ownId: string): string | undefined {
  if (person.id === ownId) return 'This is your own account. Another administrator can change it; the rest is in Settings.'
  if (person.isShared) return 'Everybody who tries this demo shares this account, so it stays as it is.'
  if (person.isLastAdministrator)
    return 'The only administrator: their role stays and they cannot be disabled, until somebody else is an administrator too.'
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
      return `${who} gets an email with a new link to choose a password, which works for seven days. The link sent before stops working.`
    case 'reset':
      return `${who} is signed out${devices(sessions)} and told by email. Their passkeys go too: until they set up a new second step, the password alone signs them in. Make sure first that it is really them who ask.`
    case 'disable':
      return `${who} is signed out${devices(sessions)} at once and cannot sign in any more; links in emails stop working. Bookings, payments and refunds go on as they are.`
    case 'enable':
      return hasPassword
        ? `${who} can sign in again with their password. Nobody is told by email.`
        : `${who} can be invited again: the account has no password yet.`
  }
}

export function roleConsequence({ name, email, role, sessions }: ReadPersonDetails, next: Role): string {
  if (next === role) return `${email === null ? name : `${name} (${email})`} has this role already: nothing changes.`
  return `${email === null ? name : `${name} (${email})`} has the role ${ROLE_NAMES[next]} from now on, and is signed out${devices(sessions)} to sign in with the new role.`
}

function devices(sessions: number): string {
  if (sessions === 0) return ''
  return sessions === 1 ? ' on 1 device' : ` on ${sessions} devices`
}

export function doneText(act: PersonAction, { name }: ReadPersonDetails): string {
  return {
    invite: `The invitation is on its way to ${name}.`,
    role: `${name} has another role now.`,
    reset: `${name} has no second step and no passkey any more.`,
    disable: `${name} can no longer sign in.`,
    enable: `${name} can sign in again.`,
  }[act]
}

export function stateOf({ role, disabledAt, hasPassword, isReady }: StaffPerson): { name: string; isBad: boolean } | undefined {
  if (disabledAt) return { name: 'Disabled', isBad: true }
  if (isStaffRole(role) && !hasPassword) return { name: 'Invited', isBad: false }
  if (!isReady) return { name: 'Sign-in not set up', isBad: false }
  return undefined
}
