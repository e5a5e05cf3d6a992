import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import {
  campaignFileQuerySchema,
  changeCodeBodySchema,
  codesQuerySchema,
  newCampaignBodySchema,
  newCodeBodySchema,
  staffCodeSchema,
  switchCampaignBodySchema,
} from '#shared/codes/staff.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { recordExport } from '#server/features/audit/commands.ts'
import { addCampaign, addCode, changeCode, switchCampaign } from './staff-commands.ts'
import { campaignFile, getCampaign, listCodes } from './staff-queries.ts'

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
    return { message: 'Campaign created' }
  })

  app.put(calls.staffCampaigns, { config, schema: { body: switchCampaignBodySchema, response } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => switchCampaign(trx, actor, request.body))
    return { message: request.body.isActive ? 'Campaign switched on' : 'Campaign switched off' }
  })

  app.get(calls.campaignFile, { config, schema: { querystring: campaignFileQuerySchema } }, async (request, reply) => {
    const { campaign } = request.query
    const { id } = await getCampaign(db, campaign)
    const actor = actorOf(request, auth.require(request))
    const entry = { actor, action: 'code.exported', subject: { kind: 'code', id } } as const
    return sendCsvFile(
      reply,
      { name: `codes-${campaign.replaceAll(/[^\w-]+/g, '-')}`, at: now() },
      recordExport(db, entry, request.query, campaignFile(db, campaign)),
    )
  })
}
