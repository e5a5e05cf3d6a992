import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/accounts/passkey-calls.ts'
import { knownTransports, MAX_PASSKEYS, type PasskeyObstacle } from '#shared/accounts/passkeys.ts'
import { isStaffRole } from '#shared/accounts/public.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { actAs, actorOf, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { isOpenDemo } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { findStaffSetup } from '#server/lib/guards.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { deviceName, forgetDevices, rememberDevice } from '../sessions/devices.ts'
import { revokeOtherSessions } from '../sessions/sessions.ts'
import { getOwnAccount, lockAccount, type OwnAccount } from '../users.ts'
import { notifyOwner, proofPurpose, questionFor, spendChallenge, type Owner } from './answers.ts'
import {
  creationOptions,
  findRelyingParty,
  readNewCredential,
  requestOptions,
  type NewCredential,
  type PasskeyDevice,
  type RelyingParty,
} from './ceremonies.ts'

const OBSTACLES: Record<PasskeyObstacle, [ErrorCode, string]> = {
  not_staff: ['forbidden', 'Passkeys are only available to staff.'],
  shared: ['account_in_use', 'This is a shared demo account, so you can’t add passkeys.'],
  email_not_confirmed: ['email_unconfirmed', 'Please confirm your email address first. You can get a new link in Settings.'],
  setup_due: ['staff_setup_required', 'Please set up your sign-in first: open Settings, then Sign-in security.'],
  address: ['passkey_state', 'Passkeys need HTTPS and a domain name, not an IP address.'],
}

/** Manages one's own passkeys. */
export function passkeyCalls({ read, change, flow }: Serving, deps: Deps): void {
  const { db, challenges, origins, now } = deps
  const partyOf = (request: FastifyRequest) => findRelyingParty(origins.ofPages(request))

  read(calls.listPasskeys, async ({ request, who }) => {
    const [account, party] = [await getOwnAccount(db, who), partyOf(request)]
    const [rows, obstacle] = [await listPasskeys(db, account.id), await findPasskeyObstacle(deps, account, party)]
    return {
      passkeys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        addedAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        isSynced: row.is_backed_up,
      })),
      obstacle: obstacle ?? null,
      isOffered: !obstacle && rows.length === 0 && (await isOfferDue(db, account.id, now())),
      question: party ? requestOptions(party, challenges.issue(proofPurpose(who)), await listDevices(db, account.id)) : null,
    }
  })

  read(calls.beginPasskey, async ({ request, who }) => {
    const { account, party } = await requireEligible(request, who)
    const devices = await listDevices(db, account.id)
    if (devices.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    return creationOptions(party, challenges.issue(purposeOf(who)), account, devices)
  })

  flow(calls.addPasskey, async ({ request, who, body }) => {
    const { account, party } = await requireEligible(request, who)
    const { question, isOurs } = questionFor(challenges, purposeOf(who))
    const credential = await readNewCredential(party, body.passkey, isOurs)
    const asked = question()
    if (!credential || !asked) throw notAdded()
    await actAs(db, who, async (trx) => {
      if (!(await spendChallenge(trx, asked.challenge, asked.endsAt))) throw notAdded()
      const name = deviceName(request.headers['user-agent'] ?? null)
      await addPasskey(deps, trx, actorOf(request, who), account, credential, name)
    })
    return { message: 'Passkey added' }
  })

  change(calls.renamePasskey, async ({ trx, who, params, body }) => {
    await renamePasskey(trx, who.userId, params.id, body.name)
    return { message: 'Passkey renamed' }
  })

  flow(calls.removePasskey, async ({ request, reply, who, params }) => {
    const account = await getOwnAccount(db, who)
    const actor = actorOf(request, who)
    const generation = await actAs(db, who, async (trx) => removePasskey(deps, trx, actor, account, who.sessionId, params.id))
    rememberDevice(deps, reply, account.email, { generation })
    return { message: 'Passkey removed' }
  })

  change(calls.putOffPasskey, async ({ trx, who }) => {
    await putOffPasskey(trx, who.userId, now())
    return { message: 'Not offered again for a month' }
  })

  async function requireEligible(request: FastifyRequest, who: SignedIn): Promise<{ account: OwnAccount; party: RelyingParty }> {
    const account = await getOwnAccount(db, who)
    const party = partyOf(request)
    const obstacle = await findPasskeyObstacle(deps, account, party)
    if (obstacle || !party) throw new AppError(...OBSTACLES[obstacle ?? 'address'])
    return { account, party }
  }
}

/** An answer for this purpose can only add a passkey to this account, from this session. */
function purposeOf({ userId, sessionId }: SignedIn): string {
  return `add-passkey:${userId}:${sessionId}`
}

function notAdded(): AppError {
  return new AppError('validation_failed', 'We couldn’t add the passkey. Please try again.')
}

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

async function listDevices(db: Database, userId: string): Promise<PasskeyDevice[]> {
  const rows = await db.selectFrom('passkeys').select(['credential_id', 'transports']).where('user_id', '=', userId).execute()
  return rows.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports: knownTransports(transports) }))
}

async function findPasskeyObstacle(
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
async function isOfferDue(db: Database, userId: string, now: Date): Promise<boolean> {
  const person = await db.selectFrom('users').select('passkey_offer_at').where('id', '=', userId).executeTakeFirst()
  return person !== undefined && (person.passkey_offer_at === null || person.passkey_offer_at <= now)
}

const OFFER_MS = 30 * 24 * 60 * 60 * 1000

/** Emails the owner. Returns the passkey's id. Throws 409 if there are too many, or if the device already has one. */
async function addPasskey(deps: Deps, trx: Trx, actor: Actor, owner: Owner, credential: NewCredential, name: string): Promise<string> {
  await lockAccount(trx, owner.id)
  const before = await countPasskeys(trx, owner.id)
  if (before >= MAX_PASSKEYS) throw tooManyPasskeys()
  const id = randomUUID()
  try {
    await trx
      .insertInto('passkeys')
      .values({
        id,
        credential_id: credential.credentialId,
        user_id: owner.id,
        public_key: credential.publicKey,
        sign_count: credential.signCount,
        transports: credential.transports,
        is_backed_up: credential.isBackedUp,
        name,
        created_at: deps.now(),
      })
      .execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? new AppError('passkey_state', 'This device already has a passkey for your account.') : error
  }
  const facts = { before: { passkeys: before }, after: { passkeys: before + 1 } }
  await recordAudit(trx, { actor, action: 'passkey.added', subject: { kind: 'account', id: owner.id }, ...facts })
  await notifyOwner(deps, trx, owner, 'added', name)
  return id
}

function tooManyPasskeys(): AppError {
  return new AppError('passkey_state', `You can have up to ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`)
}

async function countPasskeys(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

async function renamePasskey(trx: Trx, userId: string, id: string, name: string): Promise<void> {
  if (!isUuid(id)) throw notFound('Passkey')
  const renamed = await trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (renamed.numUpdatedRows !== 1n) throw notFound('Passkey')
}

/**
 * Removes one passkey and ends all other sessions, since the person who found the device may be signed in on it. Returns the
 * next device generation. Throws 404.
 */
async function removePasskey(deps: Deps, trx: Trx, actor: Actor, owner: Owner, sessionId: string, id: string): Promise<number> {
  if (!isUuid(id)) throw notFound('Passkey')
  await lockAccount(trx, owner.id)
  const before = await countPasskeys(trx, owner.id)
  const removed = await trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', owner.id).returning('name').executeTakeFirst()
  if (!removed) throw notFound('Passkey')
  await revokeOtherSessions(trx, { userId: owner.id, sessionId }, deps.now())
  const facts = { before: { passkeys: before }, after: { passkeys: before - 1 } }
  await recordAudit(trx, { actor, action: 'passkey.removed', subject: { kind: 'account', id: owner.id }, ...facts })
  await notifyOwner(deps, trx, owner, 'removed', removed.name)
  return forgetDevices(trx, owner.id)
}

/** Also stops a passkey sign-in in progress. Returns the number removed. */
export async function removePasskeys(trx: Trx, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  if (numDeletedRows > 0n) await forgetDevices(trx, userId)
  return Number(numDeletedRows)
}

export async function resetPasskeys(deps: Deps, trx: Trx, owner: Owner): Promise<number> {
  const removed = await removePasskeys(trx, owner.id)
  if (removed > 0) await notifyOwner(deps, trx, owner, 'reset')
  return removed
}

async function putOffPasskey(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passkey_offer_at: new Date(now.getTime() + OFFER_MS) })
    .where('id', '=', userId)
    .execute()
}
