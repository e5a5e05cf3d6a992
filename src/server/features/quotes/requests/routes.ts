import { centsToDecimal } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import { bookVehicleResponseSchema, bookVehicleBodySchema, QUOTE_REQUESTED } from '#shared/vehicles/requests.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import { createDailyLimit } from '#server/lib/daily-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { PHOTO_FOLDER } from '#server/features/vehicles/photos/queries.ts'
import { QUOTE_REQUESTS, requestQuote } from './flows.ts'

/** The wizard's last step (specification §7). */
export function quoteRequestRoutes(app: App, deps: Deps): void {
  const uploads = createUploads(deps, PHOTO_FOLDER)
  const requestsADay = createDailyLimit(deps.pool, 'quote-requests', deps.config.QUOTE_REQUESTS_PER_DAY, QUOTE_REQUESTS)

  app.post(
    calls.bookVehicle,
    {
      bodyLimit: LONG_BODY_BYTES,
      schema: { body: bookVehicleBodySchema, response: { 200: bookVehicleResponseSchema, 201: bookVehicleResponseSchema } },
    },
    async (request, reply) => {
      const who = deps.auth.require(request)
      const { id, reference, totalCents, currency, isNew, leftFiles } = await requestQuote(deps, who, request.body, async () =>
        requestsADay.consumeNetwork(request),
      )
      await uploads.remove(leftFiles)
      const booking = { id, reference, status: 'pending' as const, price: centsToDecimal(totalCents), currency }
      return reply.code(isNew ? 201 : 200).send({ message: QUOTE_REQUESTED, booking })
    },
  )
}
