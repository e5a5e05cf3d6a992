import { sql, type RawBuilder } from 'kysely'
import { isStaffRole, ROLES, type Account, type Role } from '#shared/accounts.ts'
import { may, type Permission } from '#shared/permissions.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database } from '#server/lib/db.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import { digitsSought } from '#server/lib/phones.ts'
import { NO_PASSWORD } from './passwords.ts'

const CONFIRM_FIRST = 'Please confirm your email address first. Settings can send you the link again.'
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
  /** To check a password against. */
  passwordHash: string
  hasSecondFactor: boolean
  /** Rises whenever what signs in changes. */
  deviceGeneration: number
}

/** Returns the account that an email address in any case may sign in to, and what its owner has to prove. */
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

/** Returns whose email address this is, whether or not they may sign in; undefined when it is nobody's. */
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

/** Returns whether the owner of this address, in any case, has an account: whether they have signed up and confirmed it. */
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
 * Lets only those go on who have shown that the account's address is theirs: whatever keeps others out of an account must not be set
 * up by somebody who has signed up with another person's address. Throws 409 `email_unconfirmed`.
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

/** Returns the id of the member of staff with an email address in any case; undefined for anybody else. */
export async function findStaffId(db: Database, email: string): Promise<string | undefined> {
  const found = await findAccountByEmail(db, email)
  return found && isStaffRole(found.account.role) ? found.account.id : undefined
}

/** Returns everybody who works here and can sign in, by name. The role is written out, for the index of those who work here. */
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

/** Returns whether somebody besides this account can sign in whose role includes something. */
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
  /** As it was typed. */
  phone: string | null
  createdAt: Date
}

/** Returns the name to greet an account's owner by; null while anybody may have signed up with the address. */
export function knownName({ name, emailConfirmedAt }: Pick<OwnAccount, 'name' | 'emailConfirmedAt'>): string | null {
  return emailConfirmedAt && name
}

/** Returns the account of whoever is signed in, whose session `addSessionGuard` has found. Throws 401 once it has been deleted. */
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

/** A part has to be as long as what the index is made of; of what is shorter only the beginning is looked for. */
const SHORTEST_PART = 3

/**
 * Returns the condition for the accounts (`users`) that a text of the staff may mean: the one whose email address it is, else those
 * whose name, address or telephone number has it as a part.
 */
export async function looksFor(db: Database, text: string): Promise<RawBuilder<boolean>> {
  const wanted = text.toLowerCase()
  // Of a whole address every part is an address that thousands share, so looking for its parts takes long.
  const owner = wanted.includes('@') ? await findOwner(db, wanted) : undefined
  if (owner !== undefined) return sql<boolean>`users.id = ${owner}`
  const pattern = likeOf(wanted)
  const digits = digitsSought(text)
  if (digits !== undefined)
    return sql<boolean>`(lower(name) like ${pattern} or lower(email) like ${pattern} or phone_number like ${`%${digits}%`})`
  return sql<boolean>`(lower(name) like ${pattern} or lower(email) like ${pattern})`
}

function likeOf(text: string): string {
  const beginning = `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return text.length < SHORTEST_PART ? beginning : `%${beginning}`
}

/** Deleted accounts too: their bookings are still found. */
async function findOwner(db: Database, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return row?.id
}
