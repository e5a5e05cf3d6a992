import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod/mini'
import type { Permission } from '#shared/accounts/permissions.ts'
import { isForStaff, paramNames, type Access, type Call, type Received, type Returns } from '#shared/contract.ts'
import { actAs, actorOf, decideAs, type NamedActor } from './actors.ts'
import type { SignedIn } from './auth.ts'
import type { Database, Trx } from './db.ts'
import type { App, Deps } from './deps.ts'
import { freshProof } from './guards.ts'

/** Where calls are served, each behind its guard. */
export type Scopes = Record<'open' | 'reader' | 'signedIn' | 'staff', App>

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

type Caller<May extends Access> = May extends 'open' | 'reader'
  ? unknown
  : May extends 'signedIn'
    ? { who: SignedIn }
    : { actor: NamedActor }

type Given<C extends Call, More> = Received<C> & Caller<C['may']> & Exchange & More

type Answer<C extends Call> = [Returns<C>] extends [never] ? unknown : z.input<Returns<C>>

/** Returns the answer, or the reply if it has sent one itself. */
type Handler<C extends Call, More> = (given: Given<C, More>) => Promise<Answer<C> | FastifyReply>

type RouteOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'compress' | 'exposeHeadRoute' | 'onRequest'> & {
  /** A stream that a page keeps open in the background. It isn’t compressed, nor in the API document. */
  isChannel?: true
}

/**
 * Serves calls by their contracts. The guard of the call's scope has run, and its input is checked, before a handler gets it; the answer
 * is checked after it.
 */
export interface Serving {
  read<C extends Call>(call: C, handler: Handler<C, { db: Database }>, options?: RouteOptions): void
  /** In one transaction, with the session and, for staff, the role under lock. It may run again, so it touches nothing but the database. */
  change<C extends Call>(call: C, handler: Handler<C, { trx: Trx }>, options?: RouteOptions): void
  /** For what opens transactions itself, since it talks to others between them. */
  flow<C extends Call>(call: C, handler: Handler<C, { deps: Deps }>, options?: RouteOptions): void
}

export function serving(scopes: Scopes, deps: Deps): Serving {
  const { auth, db } = deps

  function add(call: Call, options: RouteOptions | undefined, work: (given: object) => Promise<unknown>): void {
    const { isChannel, ...more } = options ?? {}
    const { method, path, may, needsProof, params, query, body, returns, status = 200 } = call
    const names = paramNames(path)
    const statuses = [status].flat()
    const schema = {
      ...(isChannel && { hide: true }),
      ...(names.length > 0 && { params: params ?? textParams(names) }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(returns && { response: Object.fromEntries(statuses.map((each) => [each, returns])) }),
    }
    const scope = isForStaff(call) ? scopes.staff : scopes[may as Exclude<keyof Scopes, 'staff'>]
    scope.route({
      ...more,
      ...(isChannel && { exposeHeadRoute: false, compress: false }),
      method,
      url: path,
      schema,
      ...(isForStaff(call) && { config: { permission: may as Permission, ...(isChannel && { isBackground: true }) } }),
      ...(needsProof && { preHandler: freshProof(deps) }),
      handler: async (request, reply) => {
        if (status === 201 || status === 202) void reply.code(status)
        return work({ ...callerOf(call, request), params: request.params, query: request.query, body: request.body, request, reply })
      },
    })
  }

  function callerOf({ may }: Call, request: FastifyRequest): object {
    if (may === 'open' || may === 'reader') return {}
    const who = auth.require(request)
    return may === 'signedIn' ? { who } : { actor: actorOf(request, who) }
  }

  /** Locks the person acting, and then does the work. */
  async function inTransaction({ may }: Call, given: object, work: (trx: Trx) => Promise<unknown>): Promise<unknown> {
    const { who, actor } = given as { who?: SignedIn; actor?: NamedActor }
    if (actor) return decideAs(db, actor, may as Permission, work)
    if (who) return actAs(db, who, work)
    return db.transaction().execute(work)
  }

  return {
    read: (call, handler, options) => add(call, options, async (given) => handler({ ...given, db } as never)),
    change: (call, handler, options) =>
      add(call, options, async (given) => inTransaction(call, given, async (trx) => handler({ ...given, trx } as never))),
    flow: (call, handler, options) => add(call, options, async (given) => handler({ ...given, deps } as never)),
  }
}

function textParams(names: string[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, z.string().check(z.maxLength(64))])))
}
