import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import {
  addPasskeyBodySchema,
  MAX_PASSKEYS,
  newPasskeyOptionsSchema,
  passkeysSchema,
  renamePasskeyBodySchema,
  type PasskeyObstacle,
} from '#shared/accounts/passkeys.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { calls } from '#shared/paths.ts'
import { actAs, actorOf } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { freshProof } from '#server/lib/fresh-proof.ts'
import { getOwnAccount, type OwnAccount } from '../queries.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { deviceName } from '../sessions/device-names.ts'
import { creationOptions, findRelyingParty, readNewCredential, requestOptions, type RelyingParty } from './ceremonies.ts'
import { addPasskey, putOffPasskey, removePasskey, renamePasskey, spendChallenge, tooManyPasskeys } from './commands.ts'
import { proofPurpose } from './flows.ts'
import { findPasskeyObstacle, isOfferDue, listDevices, listPasskeys } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
const messages = { response: { 200: messageResponseSchema } }

/** Manages one's own passkeys; adding or removing one requires a fresh proof. Runs behind `addSessionGuard`. */
export function passkeyRoutes(app: App, deps: Deps): void {
  const { db, auth, challenges, origins, now } = deps
  const partyOf = (request: FastifyRequest) => findRelyingParty(origins.ofPages(request))

  app.get(calls.passkeys, { schema: { response: { 200: passkeysSchema } } }, async (request) => {
    const who = auth.require(request)
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

  app.get(calls.newPasskey, { preHandler: freshProof(deps), schema: { response: { 200: newPasskeyOptionsSchema } } }, async (request) => {
    const who = auth.require(request)
    const { account, party } = await requireEligible(request, who)
    const devices = await listDevices(db, account.id)
    if (devices.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    return creationOptions(party, challenges.issue(purposeOf(who)), account, devices)
  })

  app.post(
    calls.newPasskey,
    { preHandler: freshProof(deps), schema: { body: addPasskeyBodySchema, response: { 201: messageResponseSchema } } },
    async (request, reply) => {
      const who = auth.require(request)
      const { account, party } = await requireEligible(request, who)
      const answered: { challenge: string; endsAt: Date }[] = []
      const credential = await readNewCredential(party, request.body.passkey, (challenge) => {
        const endsAt = challenges.findEnd(challenge, purposeOf(who))
        if (endsAt) answered.push({ challenge, endsAt })
        return endsAt !== undefined
      })
      const [question] = answered
      if (!credential || !question) throw notAdded()
      await actAs(db, who, async (trx) => {
        if (!(await spendChallenge(trx, question.challenge, question.endsAt))) throw notAdded()
        const name = deviceName(request.headers['user-agent'] ?? null)
        await addPasskey(deps, trx, actorOf(request, who), account, credential, name)
      })
      return reply.code(201).send({ message: 'Passkey added' })
    },
  )

  app.put(calls.passkey(':id'), { schema: { params: paramsSchema, body: renamePasskeyBodySchema, ...messages } }, async (request) => {
    const who = auth.require(request)
    await actAs(db, who, async (trx) => renamePasskey(trx, who.userId, request.params.id, request.body.name))
    return { message: 'Passkey renamed' }
  })

  app.delete(
    calls.passkey(':id'),
    { preHandler: freshProof(deps), schema: { params: paramsSchema, ...messages } },
    async (request, reply) => {
      const who = auth.require(request)
      const account = await getOwnAccount(db, who)
      const actor = actorOf(request, who)
      const generation = await actAs(db, who, async (trx) => removePasskey(deps, trx, actor, account, who.sessionId, request.params.id))
      rememberDevice(deps, reply, account.email, { generation })
      return { message: 'Passkey removed' }
    },
  )

  app.delete(calls.newPasskey, { schema: messages }, async (request) => {
    const who = auth.require(request)
    await actAs(db, who, async (trx) => putOffPasskey(trx, who.userId, now()))
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

const OBSTACLES: Record<PasskeyObstacle, [ErrorCode, string]> = {
  not_staff: ['forbidden', 'Passkeys are only available to staff.'],
  shared: ['account_in_use', 'This is a shared demo account, so you can’t add passkeys.'],
  email_not_confirmed: ['email_unconfirmed', 'Please confirm your email address first. You can get a new link in Settings.'],
  setup_due: ['staff_setup_required', 'Please set up your sign-in first: open Settings, then Sign-in security.'],
  address: ['passkey_state', 'Passkeys need HTTPS and a domain name, not an IP address.'],
}

/** An answer for this purpose can only add a passkey to this account, from this session. */
function purposeOf({ userId, sessionId }: SignedIn): string {
  return `add-passkey:${userId}:${sessionId}`
}

function notAdded(): AppError {
  return new AppError('validation_failed', 'We couldn’t add the passkey. Please try again.')
}
