import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import {
  batchesQuerySchema,
  batchFileQuerySchema,
  batchSchema,
  exportNumbersBodySchema,
  exportSchema,
  makeBatchBodySchema,
} from '#shared/ledger/export.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { recordExport } from '#server/features/audit/commands.ts'
import { batchFile } from './batch-file.ts'
import { changeNumbers, makeBatch } from './commands.ts'
import { findHorizon } from './horizon.ts'
import { listBatches, readBatch, readExport } from './queries.ts'

const numberParamsSchema = z.object({ id: z.string().check(z.maxLength(255)) })

/** What is handed to the accountant's program. */
export function staffExportRoutes(app: App, { auth, db, now }: Deps): void {
  app.get(calls.staffExport, { config: { permission: 'money.read' }, schema: { response: { 200: exportSchema } } }, async () =>
    readExport(db),
  )

  app.put(
    calls.exportNumbers,
    { config: { permission: 'money.export' }, schema: { body: exportNumbersBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'money.export', async (trx) => changeNumbers(trx, actor, request.body))
      return { message: 'Numbers changed' }
    },
  )

  app.get(
    calls.exportBatches,
    { config: { permission: 'money.read' }, schema: { querystring: batchesQuerySchema, response: { 200: z.array(batchSchema) } } },
    async (request) => listBatches(db, request.query.before),
  )

  app.post(
    calls.exportBatches,
    {
      config: { permission: 'money.export' },
      schema: { body: makeBatchBodySchema, response: { 200: z.object({ number: z.number() }) } },
    },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      const horizon = await findHorizon(db)
      await decideAs(db, actor, 'money.export', async (trx) => makeBatch(trx, actor, request.body, { horizon, now: now() }))
      return { number: request.body.number }
    },
  )

  app.get(
    calls.exportBatchFile(':id'),
    { config: { permission: 'money.export' }, schema: { params: numberParamsSchema, querystring: batchFileQuerySchema } },
    async (request, reply) => {
      const actor = actorOf(request, auth.require(request))
      const batch = await readBatch(db, request.params.id)
      const entry = { actor, action: 'export.downloaded', subject: { kind: 'export', id: `batch-${batch.number}` } } as const
      const file = batchFile(db, batch, request.query)
      return sendCsvFile(reply, { name: `batch-${batch.number}`, at: now() }, recordExport(db, entry, request.query, file))
    },
  )
}
