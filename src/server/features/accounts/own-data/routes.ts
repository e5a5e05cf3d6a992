import { Readable } from 'node:stream'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { deleteAccountBodySchema } from '#shared/accounts/settings.ts'
import { calls } from '#shared/paths.ts'
import { lockSession, actorOf } from '#server/lib/actors.ts'
import { fileMoment } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { freshProof } from '#server/lib/fresh-proof.ts'
import { jsonFile } from '#server/lib/json-file.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { deleteAccount, refuseSharedAccount } from './commands.ts'
import { wrongPassword } from '../commands.ts'
import { accountLimits } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { getOwnAccount } from '../queries.ts'
import { ownData } from './queries.ts'

/** `parts` is the other features' personal data. Runs behind `addSessionGuard`. */
export function accountDataRoutes(app: App, deps: Deps, parts: readonly PersonalData[]): void {
  const { config, db, pool, auth, now } = deps
  const limits = accountLimits(pool, config)

  app.get(calls.accountData, { preHandler: freshProof(deps) }, async (request, reply) => {
    const who = auth.require(request)
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

  app.post(
    calls.deleteAccount,
    { schema: { body: deleteAccountBodySchema, response: { 200: messageResponseSchema } } },
    async (request, reply) => {
      const who = auth.require(request)
      await limits.passwordChecks.consume(who.userId)
      const account = await getOwnAccount(db, who)
      if (!(await verifyPassword(account.passwordHash, request.body.password))) throw wrongPassword('password')
      await limits.passwordChecks.reset(who.userId)
      refuseSharedAccount(deps, who.userId)
      const removals = await db
        .transaction()
        .execute((trx) => deleteAccount(deps, trx, { who, actor: actorOf(request, who) }, account, parts))
      auth.clearCookies(reply)
      auth.devices.forget(reply)
      // The account is deleted even if this fails; the nightly job cleans up.
      for (const remove of removals) await remove().catch((error: unknown) => request.log.error({ err: error }, 'files not removed'))
      return { message: 'Account deleted' }
    },
  )
}
