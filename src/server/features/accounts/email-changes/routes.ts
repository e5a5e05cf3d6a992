import { randomUUID } from 'node:crypto'
import { linkBodySchema } from '#shared/accounts/public.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { changeEmailBodySchema, SAME_EMAIL } from '#shared/accounts/email-changes.ts'
import { calls } from '#shared/paths.ts'
import { CODE_REQUIRED } from '#shared/accounts/second-factors.ts'
import { actAs, actorOf } from '#server/lib/actors.ts'
import { refuseShared } from '#server/lib/demo-accounts.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { wrongPassword } from '../commands.ts'
import { accountLimits } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { getOwnAccount } from '../queries.ts'
import { requestLink } from '../recovery/commands.ts'
import { spendCode, wrongCode } from '../second-factor/commands.ts'
import { describeFactor } from '../second-factor/queries.ts'
import { CHANGE_EMAIL_JOB, undoChange } from './commands.ts'

const answers = { response: { 200: messageResponseSchema } }

export function emailChangeRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, queue } = deps
  const limits = accountLimits(pool, config)

  app.post(calls.changeEmail, { schema: { body: changeEmailBodySchema, ...answers } }, async (request) => {
    const who = auth.require(request)
    const { email, password, code = '' } = request.body
    // Counted before the password is checked, or concurrent guesses would slip past the limit together.
    await limits.passwordChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword('password')
    await limits.passwordChecks.reset(who.userId)
    refuseShared(who.userId, 'address')
    if (email.toLowerCase() === account.email.toLowerCase()) throw refused('email', SAME_EMAIL)
    const { isOn: needsCode } = await describeFactor(deps, account)
    if (needsCode && code === '') throw refused('code', CODE_REQUIRED)
    if (needsCode) await limits.codeChecks.consume(who.userId)
    await limits.linkMails.consume(`change:${who.userId}`)
    await limits.linkMailsADay.consume(`${networkOf(request.ip)} ${email.toLowerCase()}`)
    await actAs(db, who, async (trx) => {
      if (needsCode && !(await spendCode(trx, deps, who.userId, code))) throw wrongCode()
      await queue.enqueue(trx, CHANGE_EMAIL_JOB, { id: randomUUID(), userId: who.userId, sessionId: who.sessionId, email })
      const subject = { kind: 'account', id: who.userId } as const
      await recordAudit(trx, { actor: actorOf(request, who), action: 'email.change_asked', subject })
    })
    if (needsCode) await limits.codeChecks.reset(who.userId)
    return { message: 'If the address can be used, a link is on its way to it.' }
  })
}

/** Open to all. `parts` is the other features' personal data. */
export function objectionRoutes(app: App, deps: Deps, parts: readonly PersonalData[]): void {
  const { config, db, pool, queue, now } = deps
  const limits = accountLimits(pool, config)

  app.post(calls.objectToEmail, { schema: { body: linkBodySchema, ...answers } }, async (request) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
    await db.transaction().execute(async (trx) => {
      const { email } = await undoChange(trx, parts, actorOf(request, null), request.body.token, now())
      await requestLink(trx, queue, 'reset', email, { isOwners: true, isFirst: true })
    })
    return { message: 'Your email address hasn’t changed' }
  })
}

function refused(path: 'email' | 'code', message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
