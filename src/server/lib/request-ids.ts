import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

interface Current {
  id: string | undefined
  /** The request's own logger, which writes the id by itself, also before the first hook and after the response. */
  log?: object
}

const current = new AsyncLocalStorage<Current>()

/** Returns the id of the request that is being worked on, be it here or in the job that it left behind. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id
}

/** Does the work as a part of that request, or of none. */
export function asPartOf<T>(requestId: string | undefined, work: () => T): T {
  return current.run({ id: requestId }, work)
}

/** Ids are ours alone: a client's could be chosen to mislead the reader of the log. */
export const newRequestId: () => string = randomUUID

/** Adds the id to each line of a logger that does not write it by itself. */
export function nameRequest(_line: object, _level: number, logger: object): { reqId?: string } {
  const { id, log } = current.getStore() ?? {}
  const isNamed = log !== undefined && (log === logger || Object.prototype.isPrototypeOf.call(log, logger))
  return id === undefined || isNamed ? {} : { reqId: id }
}

/** Answers each request with its id, which all that is done for it can ask for. Must come before whatever asks. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', ({ id, log }, reply, done) => {
    reply.header(REQUEST_ID_HEADER, id)
    current.run({ id, log }, done)
  })
}
