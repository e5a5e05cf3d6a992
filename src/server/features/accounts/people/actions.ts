import * as calls from '#shared/accounts/staff-calls.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import { isStaffRole, type Role, ROLES } from '#shared/accounts/public.ts'
import { type ChangeRoleBody, type InvitePersonBody, PERSON_ACTIONS, type PersonAction, ROLE_NAMES } from '#shared/accounts/staff.ts'
import type { AuditFacts } from '#shared/audit/facts.ts'
import type { AuditAction } from '#shared/audit/staff.ts'
import { type Actor, lockActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { lockUnconfirmed, type Removal, runRemovals, startClean } from '../clean-start.ts'
import { removePasskeys, resetPasskeys } from '../passkeys/passkeys.ts'
import { lockAdministrators, notifyOfAdministrator } from './staff.ts'
import { createAccount } from '../sign-up.ts'
import { NO_PASSWORD } from '../passwords.ts'
import { sendInvitation } from '../links.ts'
import { removeFactor } from '../second-factor.ts'
import { revokeAllSessions } from '../sessions/sessions.ts'

/**
 * What administrators do about accounts. Each opens its own transaction, because the administrators are locked before the one who acts.
 * `parts` is the other features' personal data.
 */
export function personActionCalls({ flow }: Serving, deps: Deps, parts: readonly PersonalData[]): void {
  const { db } = deps

  flow(calls.invitePerson, async ({ request, actor, body }) => {
    const { id, removals } = await db.transaction().execute((trx) => invitePerson(deps, trx, actor, body, parts))
    await runRemovals(removals, request.log)
    return { id }
  })

  flow(calls.inviteAgain, async ({ actor, params }) => {
    await db.transaction().execute((trx) => inviteAgain(deps, trx, actor, params.id))
    return { message: 'Invitation sent' }
  })

  flow(calls.changeRole, async ({ actor, params, body }) => {
    await db.transaction().execute((trx) => changeRole(deps, trx, actor, params.id, body))
    return { message: 'Role changed' }
  })

  flow(calls.disableAccount, async ({ actor, params }) => {
    await db.transaction().execute((trx) => disableAccount(deps, trx, actor, params.id))
    return { message: 'Account disabled' }
  })

  flow(calls.enableAccount, async ({ actor, params }) => {
    await db.transaction().execute((trx) => enableAccount(deps, trx, actor, params.id))
    return { message: 'Account enabled' }
  })

  flow(calls.resetFactor, async ({ actor, params }) => {
    await db.transaction().execute((trx) => resetFactor(deps, trx, actor, params.id))
    return { message: 'Two-step sign-in reset' }
  })
}

interface Person extends ActedOn {
  id: string
  name: string
  email: string
  emailConfirmedAt: Date | null
}

/**
 * Creates a staff account and emails the link that sets its password. A traveller's account with an unconfirmed address
 * is cleared and taken over. Throws 403 if the actor is no longer an administrator, and 409 `email_taken`.
 */
async function invitePerson(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  person: InvitePersonBody,
  parts: readonly PersonalData[],
): Promise<{ id: string; removals: Removal[] }> {
  const { name, role } = person
  await lockAdministrators(trx)
  await lockActor(trx, actor, 'people.invite')
  const before = await lockUnconfirmed(trx, person.email)
  const id = before?.id ?? (await createAccount(trx, { ...person, password: null }))
  const removals = before ? await startClean(deps, trx, actor, { id, name }, parts) : []
  if (before) {
    const access = { role, password_hash: NO_PASSWORD, has_staff_password: false }
    await trx.updateTable('users').set(access).where('id', '=', id).execute()
  }
  const invited = { id, email: before?.email ?? person.email }
  await sendInvitation(deps, trx, invited)
  await recordAudit(trx, { actor, action: 'account.invited', subject: { kind: 'account', id }, after: { role } })
  if (role === 'admin') await notifyOfAdministrator(deps, trx, actor, invited, 'invited')
  return { id, removals }
}

/** The earlier link stops working. Throws like `changeRole`, and 409 `already_joined`. */
async function inviteAgain(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
  const person = await lockPerson(deps, trx, actor, 'people.invite', userId)
  refuse(refusalOf('invite', person))
  await sendInvitation(deps, trx, person)
  await recordAudit(trx, { actor, action: 'account.invited', subject: { kind: 'account', id: userId }, after: { role: person.role } })
}

/**
 * Ends all of the account's sessions. Throws 404, 403 if the actor is no longer an administrator, and 409 for one's own
 * account, the last administrator, shared demo accounts, a role other than `seenRole`, and a higher role while the
 * address is unconfirmed.
 */
export async function changeRole(deps: Deps, trx: Trx, actor: Actor, userId: string, { role, seenRole }: ChangeRoleBody): Promise<void> {
  const person = await lockPerson(deps, trx, actor, 'people.changeRole', userId)
  if (person.role === role) return
  if (seenRole !== undefined && person.role !== seenRole) throw await changedMeanwhile(trx, person)
  refuse(refusalOf('role', person))
  if (ROLES.indexOf(role) > ROLES.indexOf(person.role)) refuseUnconfirmed(person)
  await trx.updateTable('users').set({ role }).where('id', '=', userId).execute()
  // Passkeys are for staff only, and no traveller's page shows them.
  if (!isStaffRole(role)) await removePasskeys(trx, userId)
  await settle(deps, trx, actor, person, { action: 'role.changed', before: { role: person.role }, after: { role } })
  if (role === 'admin') await notifyOfAdministrator(deps, trx, actor, person, 'role')
}

/** Ends the account's sessions and emailed links at once. Throws like `changeRole`. */
export async function disableAccount(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
  const person = await lockPerson(deps, trx, actor, 'people.disable', userId)
  if (person.isDisabled) return
  refuse(refusalOf('disable', person))
  await trx.updateTable('users').set({ disabled_at: deps.now() }).where('id', '=', userId).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
  await settle(deps, trx, actor, person, { action: 'account.disabled', before: { isDisabled: false }, after: { isDisabled: true } })
}

/** The owner has to sign in again. Throws like `changeRole`. */
export async function enableAccount(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
  const person = await lockPerson(deps, trx, actor, 'people.disable', userId)
  if (!person.isDisabled) return
  await trx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
  await settle(deps, trx, actor, person, { action: 'account.enabled', before: { isDisabled: true }, after: { isDisabled: false } })
  if (person.role === 'admin') await notifyOfAdministrator(deps, trx, actor, person, 'enabled')
}

/**
 * Removes the second factor and passkeys of someone who has lost them, ends all their sessions and emails them. Throws
 * like `changeRole`, and 409 if there are none.
 */
export async function resetFactor(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
  const person = await lockPerson(deps, trx, actor, 'people.resetFactor', userId)
  const hasSecondFactor = await removeFactor(deps, trx, person, 'reset')
  // Passkeys may be lost together with the phone, and an impostor who asked for the reset must find nothing left to use.
  const passkeys = await resetPasskeys(deps, trx, person)
  refuse(refusalOf('reset', { ...person, hasFactor: hasSecondFactor || passkeys > 0 }))
  const [before, after] = [
    { hasSecondFactor, passkeys },
    { hasSecondFactor: false, passkeys: 0 },
  ]
  await settle(deps, trx, actor, person, { action: 'second_factor.reset', before, after })
}

/** Locks all administrators before the account, so that of two who demote each other at once the second finds they no longer are one. */
async function lockPerson({ config }: Deps, trx: Trx, actor: Actor, permission: Permission, userId: string): Promise<Person> {
  const administrators = await lockAdministrators(trx)
  await lockActor(trx, actor, permission)
  if (actor.via === 'site') refuse(refusalAtSite(config, actor.accountId ?? '', userId))
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'password_hash', 'disabled_at', 'email_confirmed_at as emailConfirmedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw notFound('Account')
  const isLastAdministrator = administrators.length === 1 && administrators.includes(userId)
  const { password_hash, disabled_at, ...facts } = person
  return { ...facts, isDisabled: disabled_at !== null, hasPassword: password_hash !== NO_PASSWORD, isLastAdministrator }
}

async function changedMeanwhile(trx: Trx, { id, role }: Person): Promise<AppError> {
  const [change] = await listAudit(trx, { subject: id, action: 'role.changed', limit: 1 })
  const who = change?.actor?.name ?? 'Someone'
  return new AppError('account_changed', `${who} has just changed this account: its role is now ${ROLE_NAMES[role]}.`)
}

function refuse(refusal: AppError | undefined): void {
  if (refusal) throw refusal
}

/** Otherwise someone who signed up with another person's address would be promoted in their place. */
function refuseUnconfirmed({ emailConfirmedAt }: Person): void {
  if (emailConfirmedAt) return
  throw new AppError(
    'email_unconfirmed',
    'This address hasn’t been confirmed, so it could belong to anyone. Invite them to work here instead.',
  )
}

async function settle(
  { now }: Deps,
  trx: Trx,
  actor: Actor,
  { id }: Person,
  what: { action: AuditAction; before: AuditFacts; after: AuditFacts },
): Promise<void> {
  await revokeAllSessions(trx, id, now())
  await recordAudit(trx, { actor, subject: { kind: 'account', id }, ...what })
}

export interface ActedOn {
  role: Role
  hasPassword: boolean
  isDisabled: boolean
  /** True if without this account no one on the site could appoint another administrator. */
  isLastAdministrator: boolean
  /** A second factor or a passkey. Only needed for a reset. */
  hasFactor?: boolean
}

const PERMISSIONS: Record<PersonAction, Permission> = {
  invite: 'people.invite',
  role: 'people.changeRole',
  reset: 'people.resetFactor',
  enable: 'people.disable',
  disable: 'people.disable',
}

/** Returns why this administrator may not act on the account at the site at all, or undefined if they may. */
export function refusalAtSite(config: Deps['config'], administratorId: string, userId: string): AppError | undefined {
  if (administratorId === userId) {
    return new AppError('own_account', 'This is your own account. Please ask another administrator, or go to Settings.')
  }
  if (!config.isDemo || !DEMO_IDS.has(userId)) return undefined
  return new AppError('account_in_use', 'This is a shared demo account. Please use another one.')
}

/** Returns why an action on an account is refused no matter who takes it, or undefined if it is not. */
function refusalOf(action: PersonAction, { role, hasPassword, isDisabled, isLastAdministrator, hasFactor }: ActedOn): AppError | undefined {
  if (action === 'invite') {
    if (hasPassword) return new AppError('already_joined', 'This account already has a password, so it doesn’t need an invitation.')
    if (!isStaffRole(role)) return new AppError('already_joined', 'This is a traveller’s account. Only staff can be invited.')
    if (isDisabled) return new AppError('already_joined', 'This account is disabled. Enable it before sending another invitation.')
  }
  if ((action === 'role' || action === 'disable') && isLastAdministrator) {
    return new AppError('last_administrator', 'This is the only administrator. Make someone else an administrator first.')
  }
  if (action === 'reset' && !hasFactor) {
    return new AppError('second_factor_state', 'This account has no two-step sign-in and no passkey.')
  }
  return undefined
}

export function actionsOn(person: ActedOn, by: Role): PersonAction[] {
  const isDone = (action: PersonAction) => action === (person.isDisabled ? 'disable' : 'enable')
  return PERSON_ACTIONS.filter((action) => may(by, PERMISSIONS[action]) && !isDone(action) && !refusalOf(action, person))
}
