import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

const ids = new AsyncLocalStorage<string | undefined>()
/** Marks a logger that writes the id by itself, also where the store is empty: before the first hook, and after the response. */
const NAMES_REQUEST = Symbol('names its request')

/** Returns the id of the request that is being worked on, be it here or in the job that it left behind. */
export function currentRequestId(): string | undefined {
  return ids.getStore()
}

/** Does the work as a part of that request, or of none. */
export function asPartOf<T>(requestId: string | undefined, work: () => T): T {
  return ids.run(requestId, work)
}

/** Ids are ours alone: a client's could be chosen to mislead whoever reads the log. */
export const newRequestId: () => string = randomUUID

/** How a server names its requests, and how its logger, used by whoever works on one, names them too. */
export const requestNaming = {
  genReqId: newRequestId,
  childLoggerFactory: (logger, bindings, options) => Object.assign(logger.child(bindings, options), { [NAMES_REQUEST]: true }),
} satisfies FastifyServerOptions

/** Adds the id to each line of a logger that does not write it by itself. */
export function nameRequest(_line: object, _level: number, logger: object): { reqId?: string } {
  const reqId = ids.getStore()
  return reqId === undefined || NAMES_REQUEST in logger ? {} : { reqId }
}

/** Answers each request with its id, which all that is done for it can ask for. Must come before whatever asks. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header(REQUEST_ID_HEADER, id)
    ids.run(id, done)
  })
}
