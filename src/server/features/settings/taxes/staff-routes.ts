import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { changeTaxCategoryBodySchema, newTaxCategoryBodySchema, taxCategorySchema } from '#shared/settings/taxes.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { addTaxCategory, changeTaxCategory, deleteTaxCategory } from './commands.ts'
import { listTaxCategories } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })
const config = { permission: 'settings.write' } as const

export function taxCategoryRoutes(app: App, { auth, db }: Deps): void {
  const response = { 200: messageResponseSchema }
  const messages = { params: paramsSchema, response }

  app.get(
    calls.taxCategories,
    { config: { permission: 'taxCategories.read' }, schema: { response: { 200: z.array(taxCategorySchema) } } },
    async () => listTaxCategories(db),
  )

  app.post(calls.taxCategories, { config, schema: { body: newTaxCategoryBodySchema, response } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => addTaxCategory(trx, actor, request.body))
    return { message: 'Tax category added' }
  })

  app.put(calls.taxCategory(':id'), { config, schema: { ...messages, body: changeTaxCategoryBodySchema } }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => changeTaxCategory(trx, actor, request.params.id, request.body))
    return { message: 'Tax category changed' }
  })

  app.delete(calls.taxCategory(':id'), { config, schema: messages }, async (request) => {
    const actor = actorOf(request, auth.require(request))
    await decideAs(db, actor, config.permission, async (trx) => deleteTaxCategory(trx, actor, request.params.id))
    return { message: 'Tax category deleted' }
  })
}
