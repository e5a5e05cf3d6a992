import type { RateLimit } from '#server/lib/rate-limits.ts'
import type { Account, Role } from '#shared/accounts/public.ts'
import { WRONG_PASSWORD } from '#shared/accounts/settings.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { verifyPassword } from './passwords.ts'

const CONFIRM_FIRST = 'Please confirm your email address first. You can get a new link in Settings.'

const accountColumns = ['id', 'name', 'email', 'profile_image', 'role'] as const

interface AccountRow {
  id: string
  name: string
  email: string
  profile_image: string | null
  role: Account['role']
}

function toAccount(row: AccountRow): Account {
  return { id: row.id, name: row.name, email: row.email, profileImage: row.profile_image, role: row.role }
}

interface FoundAccount {
  account: Account
  passwordHash: string
  hasSecondFactor: boolean
  /** Incremented whenever a credential changes. */
  deviceGeneration: number
}

/** The address may be in any case. */
export async function findAccountByEmail(db: Database, email: string): Promise<FoundAccount | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([...accountColumns, 'password_hash', 'device_generation', 'confirmed_at'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { password_hash: passwordHash, device_generation: deviceGeneration } = row
  return { account: toAccount(row), passwordHash, deviceGeneration, hasSecondFactor: row.confirmed_at !== null }
}

/** Also returns accounts that may not sign in. */
export async function findAddressee(db: Database, email: string): Promise<{ id: string; role: Role; isDisabled: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'role', (eb) => eb('disabled_at', 'is not', null).$castTo<boolean>().as('isDisabled')])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findAccount(db: Database, userId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** The address may be in any case. */
export async function hasConfirmedAccount(db: Database, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Throws 409 `email_unconfirmed` unless the account's address is confirmed: someone who signed up with another person's
 * address must not set up anything that locks others out.
 */
export async function requireConfirmedEmail(db: Database, userId: string): Promise<void> {
  const confirmed = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!confirmed) throw new AppError('email_unconfirmed', CONFIRM_FIRST)
}

export interface OwnAccount extends Account {
  passwordHash: string
  emailConfirmedAt: Date | null
  phone: string | null
  createdAt: Date
}

/** Returns the name to greet an account's owner by, or null while the address is unconfirmed, since anyone may have signed up with it. */
export function knownName({ name, emailConfirmedAt }: Pick<OwnAccount, 'name' | 'emailConfirmedAt'>): string | null {
  return emailConfirmedAt && name
}

/** Runs behind `addSessionGuard`. Throws 401 once the account has been deleted. */
export async function getOwnAccount(db: Database, { userId }: Pick<SignedIn, 'userId'>): Promise<OwnAccount> {
  const row = await db
    .selectFrom('users')
    .select([...accountColumns, 'password_hash', 'email_confirmed_at', 'phone', 'created_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unauthenticated()
  const { password_hash: passwordHash, email_confirmed_at: emailConfirmedAt, phone, created_at: createdAt } = row
  return { ...toAccount(row), passwordHash, emailConfirmedAt, phone, createdAt }
}

/**
 * Returns one’s own account once its password is right. Each check counts before it is made, or concurrent guesses would slip past the
 * limit together. Throws 400 `wrong_password` and 429.
 */
export async function requirePassword(db: Database, limit: RateLimit, who: SignedIn, password: string): Promise<OwnAccount> {
  await limit.consume(who.userId)
  const account = await getOwnAccount(db, who)
  if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword('password')
  await limit.reset(who.userId)
  return account
}

/** Prevents deletion and other locks until the transaction ends. Throws 401 if the account has been deleted. */
export async function lockAccount(trx: Trx, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw unauthenticated()
}

export async function setPhone(trx: Trx, userId: string, { typed, number }: PhoneColumns): Promise<void> {
  await trx
    .updateTable('users')
    .set({ phone: typed, phone_number: number })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function rename(trx: Trx, userId: string, name: string): Promise<void> {
  await trx.updateTable('users').set({ name }).where('id', '=', userId).where('deleted_at', 'is', null).execute()
}

/** `path` is the field that held the wrong password. */
export function wrongPassword(path: string): AppError {
  return new AppError('wrong_password', WRONG_PASSWORD, { issues: [{ path, message: WRONG_PASSWORD }] })
}

const EMAIL_TAKEN = 'An account with this email already exists.'

export function emailTaken(): AppError {
  return new AppError('email_taken', EMAIL_TAKEN, { issues: [{ path: 'email', message: EMAIL_TAKEN }] })
}
