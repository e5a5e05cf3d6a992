import { isStaffRole, type Account } from '#shared/accounts/public.ts'
import { knownTransports, type PasskeyObstacle } from '#shared/accounts/passkeys.ts'
import type { Database } from '#server/lib/db.ts'
import { isOpenDemo } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findStaffSetup } from '#server/lib/staff-setup.ts'
import type { OwnAccount } from '../queries.ts'
import type { KnownDevice, RelyingParty } from './ceremonies.ts'

/** Oldest first. */
export async function listPasskeys(db: Database, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_backed_up'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function listDevices(db: Database, userId: string): Promise<KnownDevice[]> {
  const rows = await db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
  return rows.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports: knownTransports(transports) }))
}

export async function findPasskeyObstacle(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  account: Pick<OwnAccount, 'id' | 'role' | 'emailConfirmedAt'>,
  party: RelyingParty | undefined,
): Promise<PasskeyObstacle | undefined> {
  if (!isStaffRole(account.role)) return 'not_staff'
  if (isOpenDemo(config, account.id)) return 'shared'
  if (!account.emailConfirmedAt) return 'email_not_confirmed'
  if ((await findStaffSetup({ config, db }, account.id)).due.length > 0) return 'setup_due'
  return party ? undefined : 'address'
}

/** Returns whether the console may offer a first passkey; it waits for a while after "Not now". */
export async function isOfferDue(db: Database, userId: string, now: Date): Promise<boolean> {
  const person = await db.selectFrom('users').select('passkey_offer_at').where('id', '=', userId).executeTakeFirst()
  return person !== undefined && (person.passkey_offer_at === null || person.passkey_offer_at <= now)
}

export interface FoundPasskey {
  id: string
  publicKey: Buffer
  account: Account & { emailConfirmedAt: Date | null }
  deviceGeneration: number
}

/** Returns the passkey with its owner, or undefined unless the owner is staff and may sign in. */
export async function findPasskey(db: Database, credentialId: Buffer): Promise<FoundPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'public_key',
      'user_id',
      'users.name',
      'email',
      'profile_image',
      'role',
      'email_confirmed_at',
      'device_generation',
    ])
    .where('credential_id', '=', credentialId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('role', '!=', 'customer')
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: id, name, email, profile_image: profileImage, role, email_confirmed_at: emailConfirmedAt } = row
  const account = { id, name, email, profileImage, role, emailConfirmedAt }
  return { id: row.id, publicKey: row.public_key, account, deviceGeneration: row.device_generation }
}
