import type { CorrectNameBody } from '#shared/accounts/customer-care.ts'
import { errorCode, type Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { rename } from '../commands.ts'
import { sendCustomerLink } from '../customers/commands.ts'
import { isTaken } from '../email-changes/queries.ts'
import { emailTaken } from '../email-taken.ts'
import { NO_PASSWORD } from '../passwords.ts'
import { travellers } from './queries.ts'

const HAS_PASSWORD = 'This customer already has a password. They can use “Forgot your password?” on the login page.'

/** Throws 404, 409 `account_changed` and 409 `account_in_use`. */
export async function correctName(deps: Deps, trx: Trx, actor: Actor, userId: string, { name, seenName }: CorrectNameBody): Promise<void> {
  const customer = await lockTraveller(deps, trx, userId)
  if (customer.name === name) return
  if (customer.name !== seenName)
    throw new AppError('account_changed', `This customer’s name has already been changed to ${customer.name}.`)
  await rename(trx, userId, name)
  await recordAudit(trx, { actor, action: 'customer.renamed', subject: { kind: 'account', id: userId } })
}

/** Also sends the link that sets a password. Throws 404, 409 `email_taken`, and 409 `account_changed` if there already is an address. */
export async function addEmail(deps: Deps, trx: Trx, actor: Actor, userId: string, email: string): Promise<void> {
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
export async function sendLinkAgain(deps: Deps, trx: Trx, actor: Actor, userId: string): Promise<void> {
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
