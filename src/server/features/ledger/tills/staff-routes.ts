import { messageResponseSchema } from '#shared/response-fields.ts'
import { dayIn } from '#shared/dates.ts'
import { closeTillBodySchema, tillDaysSchema, tillsQuerySchema } from '#shared/ledger/days.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { closeTill } from './commands.ts'
import { listTillDays } from './queries.ts'

export function tillRoutes(app: App, { auth, config, db, now }: Deps): void {
  const today = () => dayIn(config.AGENCY_TIME_ZONE, now())

  app.get(
    calls.staffTills,
    { config: { permission: 'money.read' }, schema: { querystring: tillsQuerySchema, response: { 200: tillDaysSchema } } },
    async (request) => listTillDays(db, today(), request.query.before),
  )

  app.post(
    calls.staffTills,
    { config: { permission: 'money.closeTill' }, schema: { body: closeTillBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'money.closeTill', async (trx) => closeTill(trx, actor, request.body, { today: today(), now: now() }))
      return { message: 'The till is closed' }
    },
  )
}
