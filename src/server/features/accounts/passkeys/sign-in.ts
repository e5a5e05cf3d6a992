import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/accounts/passkey-calls.ts'
import { PASSKEY_REFUSED } from '#shared/accounts/passkeys.ts'
import { LOGIN_SUCCESSFUL } from '#shared/accounts/public.ts'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { actorOf } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findStaffSetup } from '#server/lib/guards.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { accountLimits } from '../limits.ts'
import { findKnownDevice, rememberDevice } from '../sessions/devices.ts'
import { createSessionStarter } from '../sessions/sign-in.ts'
import { acceptPasskey } from './answers.ts'
import { findRelyingParty, requestOptions } from './ceremonies.ts'

const SIGN_IN = 'sign-in'

/** Signs in with a passkey, which replaces password and code because the device verifies its owner. Every refusal gets the same response. */
export function passkeySignInCalls({ flow }: Serving, deps: Deps): void {
  const { config, db, pool, challenges, origins } = deps
  const { triesPerAddress } = accountLimits(pool, config)
  const bounds = createAuditBounds(pool)
  const startSession = createSessionStarter(deps)

  flow(calls.beginPasskeySignIn, async ({ request }) => {
    const party = findRelyingParty(origins.ofPages(request))
    if (!party) throw new AppError('passkey_state', 'Passkeys don’t work at this web address. Please use your password.')
    return requestOptions(party, challenges.issue(SIGN_IN))
  })

  flow(calls.signInByPasskey, async ({ request, reply, body }) => {
    // Signatures cannot be guessed, so this only limits the load. A limit per account would lock its owner out.
    await triesPerAddress.consume(networkOf(request.ip))
    const { found, refusal } = await acceptPasskey(deps, request, body.passkey, SIGN_IN)
    if (refusal) {
      await recordRefusal(request, found?.account.id, refusal)
      throw new AppError('invalid_credentials', PASSKEY_REFUSED)
    }
    await triesPerAddress.forgive(networkOf(request.ip))
    const { emailConfirmedAt: _emailConfirmedAt, ...user } = found.account
    const before = await findKnownDevice(deps, request, user.email)
    await startSession(request, reply, user, found.deviceGeneration, { way: 'passkey' })
    rememberDevice(deps, reply, user.email, { generation: found.deviceGeneration, before })
    const { due } = await findStaffSetup(deps, user.id)
    return { message: LOGIN_SUCCESSFUL, user, ...(due.length > 0 && { dueSetup: due }) }
  })

  /** There is no actor, so the account tried is the subject. Only staff have passkeys. */
  async function recordRefusal(request: FastifyRequest, accountId: string | undefined, refusal: SignInRefusal): Promise<void> {
    const group = accountId ? 'sign-ins-of-staff' : 'sign-ins'
    if (!(await bounds.hasRoomAmong(group, `sign-in-refused:${accountId ?? networkOf(request.ip)}`))) return
    const subject = { kind: 'account', id: accountId ?? null } as const
    await recordAudit(db, { actor: actorOf(request, null), action: 'session.refused', subject, after: { refusal } })
  }
}
