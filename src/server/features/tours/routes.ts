import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { monthSeatsQuerySchema, monthSeatsResponseSchema } from '#shared/tours/month-seats.ts'
import { seatsQuerySchema, seatsResponseSchema } from '#shared/tours/public.ts'
import { listToursQuerySchema, suggestionsQuerySchema, type ListToursQuery } from '#shared/tours/queries.ts'
import { hasLeft } from '#shared/tours/sale-ends.ts'
import { sendBody, type ResponseBody } from '#server/lib/delivery/response-body.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { daysAfter, daysOnSale, refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { findOptionDay, findOptionMonth } from './departures/option-seats.ts'
import { findOfferedTour, findSeatsLeft } from './queries.ts'
import { findMonthOnSale, findNextOnSale, findSeason } from './sale/queries.ts'

const MAX_QUERIES = 2000
const LONGEST_URL = 500
const paramsSchema = z.object({ id: z.string().check(z.maxLength(100)) })
const JSON_TYPE = 'application/json; charset=utf-8'
/** A response body from the catalogue is already compressed. */
const COMPRESSED = { compress: false } as const

/** Serves tours and seats (specification §7), similar tours, suggestions while the user types, and what can be chosen in the search. */
export function tourRoutes(app: App, deps: Deps, catalogue: Catalogue): void {
  const { db, auth } = deps
  /** Validated queries by URL, because validating costs more than finding the list. */
  const queries = new LRUCache<string, ListToursQuery>({ max: MAX_QUERIES })

  app.get(
    calls.listTours,
    {
      ...COMPRESSED,
      schema: { querystring: listToursQuerySchema },
      onRequest: (request, reply, done) => {
        const query = queries.get(request.url)
        const known = query && catalogue.knownPage(query)
        if (known) sendJson(request, reply, known).catch((error: unknown) => reply.send(error))
        else done()
      },
    },
    async (request, reply) => {
      if (request.url.length <= LONGEST_URL) queries.set(request.url, request.query)
      return sendJson(request, reply, await catalogue.page(request.query))
    },
  )

  app.get(calls.suggestTours, { ...COMPRESSED, schema: { querystring: suggestionsQuerySchema } }, async (request, reply) => {
    return sendJson(request, reply, await catalogue.suggest(request.query.search))
  })

  app.get(calls.tourChoices, COMPRESSED, async (request, reply) => sendJson(request, reply, await catalogue.choices()))

  app.get(calls.tour(':id'), { ...COMPRESSED, schema: { params: paramsSchema } }, async (request, reply) => {
    const tour = await catalogue.find(request.params.id)
    if (!tour) throw notFound('Tour')
    return sendJson(request, reply, tour)
  })

  app.get(calls.similarTours(':id'), { ...COMPRESSED, schema: { params: paramsSchema } }, async (request, reply) => {
    const tours = await catalogue.findSimilar(request.params.id)
    if (!tours) throw notFound('Tour')
    return sendJson(request, reply, tours)
  })

  app.get(
    calls.seats(':id'),
    { schema: { params: paramsSchema, querystring: seatsQuerySchema, response: { 200: seatsResponseSchema } } },
    async (request) => {
      const { date, optionId } = request.query
      const { id } = request.params
      if (optionId !== undefined) return findOptionDay(deps, await findOfferedTour(db, id), optionId, date, auth.identify(request)?.userId)
      const season = await findSeason(db, id)
      refusePastDay(deps, date, 'date', season?.saleEnd)
      refuseTooFarAhead(deps, date, 'date')
      if (!season) throw notFound('Tour')
      refuseDayOff(deps, season, date, 'date')
      const timeZone = season.saleEnd?.timeZone ?? deps.config.AGENCY_TIME_ZONE
      const seats = await findSeatsLeft(db, id, date, auth.identify(request)?.userId)
      if (!seats) throw notFound('Tour')
      if (!hasLeft(season.saleEnd, date, deps.now())) return { date, timeZone, ...seats }
      const next = await findNextOnSale(db, { id, saleEnd: season.saleEnd, now: deps.now() }, daysAfter(deps, date), 1)
      return { date, timeZone, ...seats, seatsLeft: 0, hasLeft: true, ...(next !== undefined && { next }) }
    },
  )

  app.get(
    calls.monthSeats(':id'),
    { schema: { params: paramsSchema, querystring: monthSeatsQuerySchema, response: { 200: monthSeatsResponseSchema } } },
    async (request) => {
      const { month, optionId } = request.query
      const { id } = request.params
      const userId = auth.identify(request)?.userId
      if (optionId !== undefined) {
        return { month, days: await findOptionMonth(deps, await findOfferedTour(db, id), optionId, month, userId) }
      }
      const season = await findSeason(db, id)
      if (!season) throw notFound('Tour')
      const { saleEnd } = season
      const range = daysOnSale(deps, month, saleEnd)
      const days = await findMonthOnSale(db, { id, saleEnd, now: deps.now() }, range, userId)
      if (!days) throw notFound('Tour')
      return { month, days }
    },
  )
}

/** Lets browsers store the response but revalidate it each time, because prices change. */
function sendJson(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): Promise<FastifyReply> {
  reply.header('content-type', JSON_TYPE).header('cache-control', 'private, no-cache')
  return sendBody(request, reply, body)
}
