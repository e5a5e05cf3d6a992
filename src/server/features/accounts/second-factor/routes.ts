import type { FastifyRequest } from 'fastify'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls } from '#shared/paths.ts'
import {
  beginFactorBodySchema,
  changeFactorBodySchema,
  confirmFactorBodySchema,
  newFactorSchema,
  recoveryCodesSchema,
  secondFactorSchema,
} from '#shared/accounts/second-factors.ts'
import { actAs, actorOf } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { wrongPassword } from '../commands.ts'
import { accountLimits } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { getOwnAccount, type OwnAccount } from '../queries.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { beginFactor, confirmFactor, removeFactor, renewRecoveryCodes, spendCode, wrongCode } from './commands.ts'
import { describeFactor } from './queries.ts'

/** Manages one's own second factor. Runs behind `addSessionGuard`. */
export function secondFactorRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth } = deps
  const limits = accountLimits(pool, config)

  app.get(calls.secondFactor, { schema: { response: { 200: secondFactorSchema } } }, async (request) =>
    describeFactor(deps, await getOwnAccount(db, auth.require(request))),
  )

  app.post(calls.secondFactor, { schema: { body: beginFactorBodySchema, response: { 200: newFactorSchema } } }, async (request) => {
    const who = auth.require(request)
    const account = await requirePassword(who, request.body.password)
    return actAs(db, who, async (trx) => beginFactor(deps, trx, account))
  })

  app.post(
    calls.confirmSecondFactor,
    { schema: { body: confirmFactorBodySchema, response: { 200: recoveryCodesSchema } } },
    async (request, reply) => {
      const who = auth.require(request)
      await limits.codeChecks.consume(who.userId)
      const account = await getOwnAccount(db, who)
      const { recoveryCodes, generation } = await actAs(db, who, async (trx) => {
        await recordChange(trx, request, who, true)
        return confirmFactor(deps, trx, who, account, request.body.code)
      })
      await limits.codeChecks.reset(who.userId)
      rememberDevice(deps, reply, account.email, { generation })
      return { recoveryCodes }
    },
  )

  app.post(
    calls.removeSecondFactor,
    { schema: { body: changeFactorBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const { password, code } = request.body
      const who = auth.require(request)
      const account = await requirePassword(who, password)
      await limits.codeChecks.consume(account.id)
      await actAs(db, who, async (trx) => {
        if (!(await spendCode(trx, deps, account.id, code))) throw wrongCode()
        await removeFactor(deps, trx, account, 'off')
        await recordChange(trx, request, who, false)
      })
      await limits.codeChecks.reset(account.id)
      return { message: 'Two-step sign-in is off' }
    },
  )

  app.post(calls.recoveryCodes, { schema: { body: changeFactorBodySchema, response: { 200: recoveryCodesSchema } } }, async (request) => {
    const { password, code } = request.body
    const who = auth.require(request)
    const account = await requirePassword(who, password)
    await limits.codeChecks.consume(account.id)
    const recoveryCodes = await actAs(db, who, async (trx) => {
      if (!(await spendCode(trx, deps, account.id, code))) throw wrongCode()
      return renewRecoveryCodes(trx, account.id)
    })
    await limits.codeChecks.reset(account.id)
    return { recoveryCodes }
  })

  async function requirePassword(who: SignedIn, password: string): Promise<OwnAccount> {
    // Counted before the password is checked, or concurrent guesses would slip past the limit together.
    await limits.passwordChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword('password')
    await limits.passwordChecks.reset(who.userId)
    return account
  }
}

async function recordChange(trx: Trx, request: FastifyRequest, who: SignedIn, isOn: boolean): Promise<void> {
  await recordAudit(trx, {
    actor: actorOf(request, who),
    action: isOn ? 'second_factor.set_up' : 'second_factor.removed',
    subject: { kind: 'account', id: who.userId },
    before: { hasSecondFactor: !isOn },
    after: { hasSecondFactor: isOn },
  })
}
