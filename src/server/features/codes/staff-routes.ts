import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import {
  campaignFileQuerySchema,
  changeCodeBodySchema,
  codesQuerySchema,
  newCampaignBodySchema,
  newCodeBodySchema,
  staffCodeSchema,
} from '#shared/codes/staff.ts'
import { calls } from '#shared/paths.ts'
import { decideAs } from '#server/lib/actor-locks.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { addCampaign, addCode, changeCode } from './staff-commands.ts'
import { campaignFile, listCodes } from './staff-queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
const config = { permission: 'codes.write' } as const
const response = { 200: messageResponseSchema }

/** Promotion codes: single ones, and campaigns of many. */
export function codeRoutes(app: App, { auth, db, now }: Deps): void {
  app.get(
    calls.staffCodes,
    { config: { permission: 'codes.read' }, schema: { querystring: codesQuerySchema, response: { 200: z.array(staffCodeSchema) } } },
    async (request) => listCodes(db, request.query),
  )

  app.post(calls.staffCodes, { config, schema: { body: newCodeBodySchema, response } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => addCode(trx, actor, request.body, now()))
    return { message: 'Code added' }
  })

  app.put(calls.staffCode(':id'), { config, schema: { params: paramsSchema, body: changeCodeBodySchema, response } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => changeCode(trx, actor, request.params.id, request.body))
    return { message: 'Code changed' }
  })

  app.post(calls.staffCampaigns, { config, schema: { body: newCampaignBodySchema, response } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => addCampaign(trx, actor, request.body, now()))
    return { message: 'Campaign made' }
  })

  app.get(calls.campaignFile, { config, schema: { querystring: campaignFileQuerySchema } }, async (request, reply) => {
    const file = await campaignFile(db, request.query.campaign)
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="codes.csv"')
      .header('cache-control', 'no-store')
      .send(file)
  })
}
