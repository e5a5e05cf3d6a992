import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { getTour, listSimilarTours } from '#shared/tours/calls.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import { getTourChoices, listTours, suggestTours } from '#shared/tours/search-calls.ts'
import { sendBody, type ResponseBody } from '#server/lib/delivery/response-body.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { forgetChanges } from './catalogue-changes.ts'
import { departureChangeCalls } from './departures/changes.ts'
import { departureCalls } from './departures/departures.ts'
import { watchSmallGroups } from './departures/small-groups.ts'
import { editingCalls } from './editing/editing.ts'
import { lifecycleCalls } from './editing/lifecycle.ts'
import { refreshFromPrices, sellingCalls } from './editing/selling.ts'
import { staffTourCalls } from './editing/staff-tours.ts'
import { pictureFiles } from './pictures/files.ts'
import { pictureCalls } from './pictures/staff-pictures.ts'
import { tidyPictures } from './pictures/unused.ts'
import { seatCalls } from './sale.ts'
import { wordJobs } from './search/known-words.ts'

export function tours(
  deps: Deps,
  catalogue: Catalogue,
  parts: Parameters<typeof departureCalls>[2] & Parameters<typeof sellingCalls>[2],
): Feature {
  return {
    calls(serving) {
      catalogueCalls(serving, catalogue)
      seatCalls(serving, deps)
      departureCalls(serving, deps, parts)
      departureChangeCalls(serving, deps, parts)
      staffTourCalls(serving, deps)
      editingCalls(serving, deps)
      sellingCalls(serving, deps, parts)
      lifecycleCalls(serving, deps, parts)
      pictureCalls(serving, deps)
      pictureFiles(serving, deps)
    },
  }
}

export function tourJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'tours.forget-changes', cron: '7 * * * *', run: async () => forgetChanges(deps) },
    { name: 'tours.watch-small-groups', cron: '23 * * * *', run: async (_, stopping) => watchSmallGroups(deps, stopping) },
    { name: 'tours.refresh-from-prices', cron: '11 * * * *', run: async (_, stopping) => refreshFromPrices(deps, stopping) },
    { name: 'tours.tidy-pictures', cron: '53 3 * * *', run: async (_, stopping) => tidyPictures(deps, stopping) },
    ...wordJobs(deps),
  ]
}

const MAX_QUERIES = 2000
const LONGEST_URL = 500
const JSON_TYPE = 'application/json; charset=utf-8'
/** Response bodies from the catalogue are already compressed. */
const COMPRESSED = { compress: false } as const

/** What travellers see of the catalogue (specification §7), sent as the bytes that it keeps. */
function catalogueCalls({ read }: Serving, catalogue: Catalogue): void {
  /** Validated queries by URL, because validating costs more than finding the list. */
  const queries = new LRUCache<string, ListToursQuery>({ max: MAX_QUERIES })

  read(
    listTours,
    async ({ query, request, reply }) => {
      if (request.url.length <= LONGEST_URL) queries.set(request.url, query)
      return sendJson(request, reply, await catalogue.page(query))
    },
    {
      ...COMPRESSED,
      onRequest: (request, reply, done) => {
        const query = queries.get(request.url)
        const known = query && catalogue.knownPage(query)
        if (known) sendJson(request, reply, known).catch((error: unknown) => reply.send(error))
        else done()
      },
    },
  )

  read(suggestTours, async ({ query, request, reply }) => sendJson(request, reply, await catalogue.suggest(query.search)), COMPRESSED)

  read(getTourChoices, async ({ request, reply }) => sendJson(request, reply, await catalogue.choices()), COMPRESSED)

  read(
    getTour,
    async ({ params, request, reply }) => {
      const tour = await catalogue.find(params.id)
      if (!tour) throw notFound('Tour')
      return sendJson(request, reply, tour)
    },
    COMPRESSED,
  )

  read(
    listSimilarTours,
    async ({ params, request, reply }) => {
      const found = await catalogue.findSimilar(params.id)
      if (!found) throw notFound('Tour')
      return sendJson(request, reply, found)
    },
    COMPRESSED,
  )
}

/** Lets browsers store the response but revalidate it each time, because prices change. */
async function sendJson(request: FastifyRequest, reply: FastifyReply, body: ResponseBody): Promise<FastifyReply> {
  reply.header('content-type', JSON_TYPE).header('cache-control', 'private, no-cache')
  return sendBody(request, reply, body)
}
