import { sql, type RawBuilder } from 'kysely'
import { isStaffRole, ROLES, type Account, type Role } from '#shared/accounts/public.ts'
import { comparedAddress } from '#shared/accounts/email-addresses.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database } from '#server/lib/db.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { firstFulfilled, formOf, readSought, type Sought } from '#server/lib/search-forms.ts'
import { NO_PASSWORD } from './passwords.ts'

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

/** The address may be in any case. Returns undefined unless it belongs to staff who may sign in. */
export async function findStaffId(db: Database, email: string): Promise<string | undefined> {
  const found = await findAccountByEmail(db, email)
  return found && isStaffRole(found.account.role) ? found.account.id : undefined
}

/** The role is a literal, for the partial index on staff. */
export async function listColleagues(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('role', '!=', sql.lit('customer' as const))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function hasColleagueWho(db: Database, userId: string, permission: Permission): Promise<boolean> {
  const roles = ROLES.filter((role) => may(role, permission))
  const colleague = await db
    .selectFrom('users')
    .select('id')
    .where('role', '!=', sql.lit('customer' as const))
    .where('role', 'in', roles)
    .where('id', '!=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .limit(1)
    .executeTakeFirst()
  return colleague !== undefined
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

/** As in the index on `users`. */
const PERSON = formOf(sql`name || ' ' || email`)

/** The owner of a whole email address; failing that, the accounts that `asTyped` matches. */
export interface SoughtPeople {
  isOwner: boolean
  asTyped: RawBuilder<boolean>
}

/** Conditions on `users` for the text in a name, an address or a phone number. */
export async function soughtPeople(db: Database, text: string, sought: Sought): Promise<SoughtPeople> {
  // Thousands of addresses share every part of a whole address, so searching for its parts would be slow.
  const owner = text.includes('@') ? await findOwner(db, comparedAddress(text)) : undefined
  if (owner !== undefined) return { isOwner: true, asTyped: sql<boolean>`users.id = ${owner}` }
  const digits = digitsSought(text)
  const named = sought.isIn(PERSON)
  return { isOwner: false, asTyped: digits === undefined ? named : sql<boolean>`(${named} or phone_number like ${`%${digits}%`})` }
}

/** Condition on `users` for names and addresses one slip of the keyboard away. */
export function mistypedPeople(sought: Sought): RawBuilder<boolean> {
  return sought.isNearly(PERSON)
}

/** Condition on `users`: people as typed, or else those whose name or address was mistyped. */
export async function looksFor(db: Database, text: string): Promise<RawBuilder<boolean>> {
  const sought = await readSought(db, text)
  const { isOwner, asTyped } = await soughtPeople(db, text, sought)
  if (isOwner) return asTyped
  return firstFulfilled(db, 'users', sought.mayBeMistyped ? [asTyped, mistypedPeople(sought)] : [asTyped])
}

/** Includes deleted accounts, because their bookings can still be found. */
async function findOwner(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return row?.id
}

/** The administrators who can sign in; invited people do not count yet. */
export function administrators(db: Database) {
  return (
    db
      .selectFrom('users')
      // A literal, so that PostgreSQL can use the partial index on staff.
      .where('role', '=', sql.lit('admin' as const))
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .where('password_hash', '!=', NO_PASSWORD)
      .orderBy('id')
  )
}

export async function listAdministratorAddresses(db: Database): Promise<string[]> {
  return (await administrators(db).select('email').execute()).map(({ email }) => email)
}
