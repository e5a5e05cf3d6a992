import { messageResponseSchema } from '#shared/response-fields.ts'
import { ledgerLockSchema, lockBodySchema } from '#shared/ledger/days.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { changeLock } from './commands.ts'
import { readLock } from './queries.ts'

export function ledgerLockRoutes(app: App, { auth, config, db, now }: Deps): void {
  const clock = () => ({ timeZone: config.AGENCY_TIME_ZONE, now: now() })

  app.get(calls.staffLedgerLock, { config: { permission: 'money.read' }, schema: { response: { 200: ledgerLockSchema } } }, async () =>
    readLock(db, clock()),
  )

  app.put(
    calls.staffLedgerLock,
    { config: { permission: 'money.lock' }, schema: { body: lockBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'money.lock', async (trx) => changeLock(trx, actor, request.body, clock()))
      return { message: 'Lock saved' }
    },
  )
}
