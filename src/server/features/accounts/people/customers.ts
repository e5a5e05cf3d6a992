import type { Kysely } from 'kysely'
import * as calls from '#shared/accounts/staff-calls.ts'
import type { CorrectNameBody } from '#shared/accounts/customer-care.ts'
import { type CustomerChoice, MAX_CUSTOMERS } from '#shared/reservations/staff.ts'
import { type Actor, decideAs } from '#server/lib/actors.ts'
import type { DB } from '#server/lib/db-types.ts'
import { type Database, errorCode, type Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { noEmailAddress, realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockUnconfirmed, runRemovals, startClean } from '../clean-start.ts'
import { isTaken } from '../email-changes.ts'
import { accountLimits } from '../limits.ts'
import { sendCustomerLink } from '../links.ts'
import { NO_PASSWORD } from '../passwords.ts'
import { createAccount } from '../sign-up.ts'
import { emailTaken, rename, setPhone } from '../users.ts'
import { looksFor } from './search.ts'

const HAS_PASSWORD = 'This customer already has a password. They can use “Forgot your password?” on the login page.'

/** Finding the customer to book for, and correcting their account. */
export function customerCalls({ read, change, flow }: Serving, deps: Deps): void {
  const { db } = deps
  const { linkMails } = accountLimits(deps.pool, deps.config)

  read(calls.findCustomers, async ({ query }) => findCustomers(db, query.search))

  change(calls.correctName, async ({ trx, actor, params, body }) => {
    await correctName(deps, trx, actor, params.id, body)
    return { message: 'Name corrected' }
  })

  flow(calls.addEmail, async ({ actor, params: { id }, body }) => {
    await countLink(id)
    await decideAs(db, actor, 'customers.correct', async (trx) => addEmail(deps, trx, actor, id, body.email))
    return { message: 'The link is on its way' }
  })

  flow(calls.sendCustomerLink, async ({ actor, params: { id } }) => {
    await countLink(id)
    await decideAs(db, actor, 'customers.correct', async (trx) => sendLinkAgain(deps, trx, actor, id))
    return { message: 'The link is on its way' }
  })

  /** Throws 404 unless the account is a traveller's; staff accounts are for administrators. */
  async function countLink(userId: string): Promise<void> {
    if (!(await travellers(db).select('id').where('id', '=', userId).executeTakeFirst())) throw notFound('Customer')
    await linkMails.consume(`customer:${userId}`)
  }
}

/** Limits the matches that are sorted by name, since a short text may have thousands. */
const MAX_SORTED = 500

export async function findCustomers(db: Database, text: string): Promise<CustomerChoice[]> {
  const fitting = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone'])
    .where(await looksFor(db, text))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(MAX_SORTED)
    .as('fitting')
  const rows = await db.selectFrom(fitting).selectAll().orderBy('name').orderBy('id').limit(MAX_CUSTOMERS).execute()
  return rows.map((row) => ({ ...row, email: realAddress(row.email) }))
}

/** Throws 404, 409 `account_changed` and 409 `account_in_use`. */
async function correctName(deps: Deps, trx: Trx, actor: Actor, userId: string, { name, seenName }: CorrectNameBody): Promise<void> {
  const customer = await lockTraveller(deps, trx, userId)
  if (customer.name === name) return
  if (customer.name !== seenName)
    throw new AppError('account_changed', `This customer’s name has already been changed to ${customer.name}.`)
  await rename(trx, userId, name)
  await recordAudit(trx, { actor, action: 'customer.renamed', subject: { kind: 'account', id: userId } })
}

/** Also sends the link that sets a password. Throws 404, 409 `email_taken`, and 409 `account_changed` if there already is an address. */
async function addEmail(deps: Deps, trx: Trx, actor: Actor, userId: string, email: string): Promise<void> {
  const customer = await lockTraveller(deps, trx, userId)
  if (realAddress(customer.email) !== null) throw new AppError('account_changed', 'This customer already has an email address.')
  if (await isTaken(trx, email, userId)) throw emailTaken()
  try {
    await trx.updateTable('users').set({ email }).where('id', '=', userId).execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
  await sendCustomerLink(deps, trx, { ...customer, email })
  await recordAudit(trx, { actor, action: 'customer.email_added', subject: { kind: 'account', id: userId } })
}

/** The previous link stops working. Throws 404, 409 `no_email` and 409 `already_joined`. */
async function sendLinkAgain(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
  const customer = await lockTraveller(deps, trx, userId)
  if (realAddress(customer.email) === null) throw new AppError('no_email', 'This customer has no email address. Please add one first.')
  if (customer.password_hash !== NO_PASSWORD) throw new AppError('already_joined', HAS_PASSWORD)
  await sendCustomerLink(deps, trx, customer)
  await recordAudit(trx, { actor, action: 'customer.link_sent', subject: { kind: 'account', id: userId } })
}

async function lockTraveller({ config }: Deps, trx: Trx, userId: string) {
  if (config.isDemo && DEMO_IDS.has(userId)) {
    throw new AppError('account_in_use', 'This is a shared demo account. Please use another one.')
  }
  const customer = await travellers(trx)
    .select(['id', 'name', 'email', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw notFound('Customer')
  return customer
}

/** Excludes deleted and disabled accounts. */
function travellers(db: Kysely<DB>) {
  return db.selectFrom('users').where('role', '=', 'customer').where('deleted_at', 'is', null).where('disabled_at', 'is', null)
}

/** `cleanUp` must be called after the transaction. */
interface Customer {
  id: string
  cleanUp: () => Promise<void>
}

const NOTHING_LEFT = async () => undefined

/**
 * Creates an account without a password for a customer whom staff book for, and emails the link that sets one, so that
 * only the reader of that mailbox can use it. An existing account with an unconfirmed address is taken over in the same
 * way. Throws 409 `email_taken`.
 */
export async function inviteCustomer(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { name, email, phone }: { name: string; email: string; phone: PhoneColumns },
  parts: readonly PersonalData[],
): Promise<Customer> {
  const before = await lockUnconfirmed(trx, email)
  if (before?.hasPassword) {
    const cleanUp = await takeOver(deps, trx, actor, { ...before, name }, parts)
    await setPhone(trx, before.id, phone)
    return { id: before.id, cleanUp }
  }
  const id = await createAccount(trx, { name, email, password: null })
  await setPhone(trx, id, phone)
  await recordAudit(trx, { actor, action: 'account.created', subject: { kind: 'account', id }, after: { role: 'customer' } })
  await sendCustomerLink(deps, trx, { id, name, email })
  return { id, cleanUp: NOTHING_LEFT }
}

/**
 * Locks the account of a customer chosen by staff. If its address is unconfirmed, the person who signed up may be a
 * stranger who must not see the owner's booking, so the account is cleared and a link that sets a password goes to the
 * address. Throws 404.
 */
export async function takeCustomer(deps: Deps, trx: Trx, actor: Actor, userId: string, parts: readonly PersonalData[]): Promise<Customer> {
  const id = await lockCustomer(trx, userId)
  const { name, email } = await trx.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
  const before = await lockUnconfirmed(trx, email)
  return { id, cleanUp: before?.hasPassword ? await takeOver(deps, trx, actor, { ...before, name }, parts) : NOTHING_LEFT }
}

async function takeOver(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  account: { id: string; name: string; email: string },
  parts: readonly PersonalData[],
): Promise<() => Promise<void>> {
  const removals = await startClean(deps, trx, actor, account, parts)
  await trx.updateTable('users').set({ password_hash: NO_PASSWORD, has_staff_password: false }).where('id', '=', account.id).execute()
  await sendCustomerLink(deps, trx, account)
  return async () => runRemovals(removals, deps.log)
}

/** The account has neither address nor password, so no one can sign in to it. Returns its id. */
export async function createByPhone(trx: Trx, actor: Actor, { name, phone }: { name: string; phone: PhoneColumns }): Promise<string> {
  const id = await createAccount(trx, { name, email: noEmailAddress(), password: null })
  await setPhone(trx, id, phone)
  await recordAudit(trx, { actor, action: 'account.created', subject: { kind: 'account', id }, after: { role: 'customer' } })
  return id
}

/** Throws 404. */
export async function lockCustomer(trx: Trx, userId: string): Promise<string> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw notFound('Customer')
  return account.id
}
