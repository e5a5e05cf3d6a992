import { Readable } from 'node:stream'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { brand } from '#shared/brand.ts'
import { accountDeletedMail } from '#server/emails/accounts.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { actorOf, lockSession, operator, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { fileMoment } from '#server/lib/csv.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { jsonFile } from '#server/lib/json-file.ts'
import { addressOfNobody, queueCappedMail } from '#server/lib/mail-outbox.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'
import type { Serving } from '#server/lib/serve.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { AVATAR_FOLDER, replaceAvatar } from './avatars.ts'
import { runRemovals } from './clean-start.ts'
import { accountLimits } from './limits.ts'
import { removePasskeys } from './passkeys/passkeys.ts'
import { NO_PASSWORD } from './passwords.ts'
import { lockAdministrators } from './people/staff.ts'
import { deviceName } from './sessions/devices.ts'
import { getOwnAccount, knownName, requirePassword, wrongPassword, type OwnAccount } from './users.ts'

/** Downloading one's data and deleting one's account. `parts` is the other features' personal data. */
export function ownDataCalls({ flow }: Serving, deps: Deps, parts: readonly PersonalData[]): void {
  const { config, db, pool, auth, now } = deps
  const limits = accountLimits(pool, config)

  flow(securityCalls.downloadOwnData, async ({ who, reply }) => {
    const account = await getOwnAccount(db, who)
    async function* whileSignedIn(chunks: AsyncIterable<string>) {
      for await (const chunk of chunks) {
        // In its own transaction, so that a slow reader does not keep the account locked.
        await db.transaction().execute(async (trx) => lockSession(trx, who))
        yield chunk
      }
    }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="my-data-${fileMoment(now())}.json"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(whileSignedIn(jsonFile(ownData(deps, account, parts))), { objectMode: false }))
  })

  flow(securityCalls.deleteAccount, async ({ request, reply, who, body: { password } }) => {
    const account = await requirePassword(db, limits.passwordChecks, who, password)
    refuseSharedAccount(deps, who.userId)
    const removals = await db
      .transaction()
      .execute((trx) => deleteAccount(deps, trx, { who, actor: actorOf(request, who) }, account, parts))
    auth.clearCookies(reply)
    auth.devices.forget(reply)
    await runRemovals(removals, request.log)
    return { message: 'Account deleted' }
  })
}

export function refuseSharedAccount({ config }: Deps, userId: string): void {
  if (!config.isDemo || !DEMO_IDS.has(userId)) return
  throw new AppError('account_in_use', 'This is a shared demo account. To try deleting an account, sign up for your own.')
}

/**
 * Deletes an account and whatever identifies its owner in any feature. The row stays for the bookings under a
 * placeholder name and address, so that the real address can sign up again. Returns the file removals to run after the
 * transaction. The password must have been checked. Throws 409 `account_in_use` while something prevents the deletion.
 */
async function deleteAccount(
  deps: Deps,
  trx: Trx,
  { who, actor }: { who: SignedIn; actor: Actor },
  account: OwnAccount,
  parts: readonly PersonalData[],
): Promise<(() => Promise<void>)[]> {
  const { id } = account
  if (account.role === 'admin') await refuseLastAdministrator(trx, id)
  await lockSession(trx, who)
  // Locked for update, so that a booking in progress waits and a password changed since the check is noticed.
  const locked = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', account.passwordHash)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw wrongPassword('password')
  return eraseUnlessInUse(deps, trx, actor, account, parts)
}

/**
 * Deletes a customer's account for its owner, who has asked us to, by the rules that hold for the owner. Returns the file removals to run after
 * the transaction. Throws 409 `account_in_use` while something prevents the deletion, and 404 once it is deleted or no customer's.
 */
export async function deleteOnRequest(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  id: string,
  parts: readonly PersonalData[],
): Promise<(() => Promise<void>)[]> {
  refuseSharedAccount(deps, id)
  const account = await trx
    .selectFrom('users')
    .select(['id', 'role', 'name', 'email', 'email_confirmed_at as emailConfirmedAt'])
    .where('id', '=', id)
    .where('role', '=', 'customer')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw notFound('Account')
  return eraseUnlessInUse(deps, trx, actor, account, parts)
}

/** The account must be locked. */
async function eraseUnlessInUse(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  account: Pick<OwnAccount, 'id' | 'role' | 'name' | 'email' | 'emailConfirmedAt'>,
  parts: readonly PersonalData[],
): Promise<(() => Promise<void>)[]> {
  for (const part of parts) {
    const obstacle = await part.findObstacle(trx, account.id, deps.now())
    if (obstacle) throw new AppError('account_in_use', obstacle)
  }
  const removals = await erase(deps, trx, actor, account, parts)
  // After that, which forgets all emails to the address.
  await queueCappedMail(deps, trx, accountDeletedMail(account.email, { name: knownName(account) }))
  return removals
}

/**
 * Deletes an account again whose owner deleted it after the backup that this database was restored from. Returns the file removals to run after
 * the transaction, or undefined if there is no such account any more.
 */
export async function eraseAgain(
  deps: Deps,
  trx: Trx,
  id: string,
  parts: readonly PersonalData[],
): Promise<(() => Promise<void>)[] | undefined> {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account && erase(deps, trx, operator(), account, parts)
}

/** The account must be locked. */
async function erase(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { id, role }: Pick<OwnAccount, 'id' | 'role'>,
  parts: readonly PersonalData[],
): Promise<(() => Promise<void>)[]> {
  const { now } = deps
  const removals: (() => Promise<void>)[] = []
  for (const part of parts) {
    const removal = await part.forget(trx, id, now())
    if (removal) removals.push(removal)
  }
  const pictures = await replaceAvatar(trx, id, undefined, now())
  removals.push(async () => createUploads(deps, AVATAR_FOLDER).remove(pictures))
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', id).execute()
  await trx.deleteFrom('email_changes').where('user_id', '=', id).execute()
  await trx.deleteFrom('second_factors').where('user_id', '=', id).execute()
  await removePasskeys(trx, id)
  await trx
    .updateTable('users')
    .set({
      name: 'Deleted account',
      email: addressOfNobody(),
      phone: null,
      phone_number: null,
      password_hash: NO_PASSWORD,
      has_staff_password: false,
      role: 'customer',
      email_confirmed_at: null,
      deleted_at: now(),
    })
    .where('id', '=', id)
    .execute()
  const facts = { before: { role }, after: { role: 'customer' } } as const
  await recordAudit(trx, { actor, action: 'account.deleted', subject: { kind: 'account', id }, ...facts })
  return removals
}

/** Without an administrator, no one on the site could appoint another. */
async function refuseLastAdministrator(trx: Trx, userId: string): Promise<void> {
  const administrators = await lockAdministrators(trx)
  if (administrators.some((id) => id !== userId)) return
  throw new AppError('account_in_use', 'You’re the only administrator. Make someone else an administrator before you delete your account.')
}

/** All that an account's owner may download, by part. `parts` is the other features' personal data. */
export async function* ownData(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  account: OwnAccount,
  parts: readonly PersonalData[],
): AsyncGenerator<readonly [string, unknown]> {
  yield* Object.entries({ from: brand.name, madeAt: now(), ...(await exportAccount(db, account)) })
  for (const part of parts) yield* Object.entries(await part.export(db, account.id))
}

/** Returns everything that prevents the deletion now, in words for the owner. */
export async function findObstacles({ db, now }: Pick<Deps, 'db' | 'now'>, id: string, parts: readonly PersonalData[]): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const obstacles: string[] = []
    for (const part of parts) {
      const obstacle = await part.findObstacle(trx, id, now())
      if (obstacle) obstacles.push(obstacle)
    }
    return obstacles
  })
}

async function exportAccount(db: Database, account: OwnAccount): Promise<Record<string, unknown>> {
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', account.id)
  const rows = await sessions.orderBy('created_at').orderBy('id').execute()
  const factor = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const changes = await db
    .selectFrom('email_changes')
    .select(['old_email as from', 'new_email as to', 'created_at as askedAt', 'changed_at as changedAt'])
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at as addedAt', 'last_used_at as lastUsedAt', 'is_backed_up as isSynced'])
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const { id, name, email, phone, role, profileImage, emailConfirmedAt, createdAt } = account
  return {
    account: { id, name, email, phone, role, profileImage, emailConfirmedAt, signedUpAt: createdAt, hasSecondFactor: factor !== undefined },
    emailChanges: changes,
    passkeys,
    sessions: inPages(rows, async (ids) => listSessions(db, ids)),
  }
}

async function listSessions(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'revoked_at'])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    device: deviceName(row.user_agent),
    signedInAt: row.created_at,
    signedOutAt: row.revoked_at,
  }))
}
