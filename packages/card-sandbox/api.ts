import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from './errors.ts'
import type { Site } from './handler.ts'
import {
  answerAfter,
  answerBefore,
  findResponse,
  fingerprintOf,
  saveResponse,
  serverError,
  takeFault,
  withKey,
  type WireResponse,
} from './idempotency.ts'
import { decodeForm, list, text, type FormObject } from './params.ts'
import { findRoute } from './routes.ts'
import { newId, type Store } from './store.ts'
import type { Fault } from './types.ts'
import { render } from './wire.ts'

/** Published with the code, so `requireClient` also checks where a call comes from. */
export const SANDBOX_KEY = 'sk_test_sandbox'

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0]
  return undefined
}

/**
 * Throws ApiError 403 for calls forwarded by the site (from a browser) or sent under a foreign host name (DNS rebinding), and 401 without
 * the key.
 */
export function requireClient(headers: IncomingHttpHeaders): void {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'].some((name) => headers[name] !== undefined)
  if (isForwarded || !LOCAL_HOST.test(headers.host ?? '')) throw new ApiError(403, 'Only this machine can call the card sandbox.')
  const given = readKey(headers.authorization)
  if (given === undefined || given === '') {
    throw new ApiError(401, 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.')
  }
  const bytes = Buffer.from(given)
  const expected = Buffer.from(SANDBOX_KEY)
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
    throw new ApiError(401, `Invalid API Key provided: ${given.slice(0, 8)}***`)
  }
}

export interface WireRequest {
  method: string
  path: string
  query: string
  body: string
  idempotencyKey: string | undefined
}

export interface Api extends Site {
  store: Store
  busy: Set<string>
  /** Calls per route since the program started. */
  hits: Map<string, number>
}

/** Runs inside the caller's transaction, so a failure changes nothing. */
function execute(api: Api, request: WireRequest, form: FormObject): WireResponse {
  const { handler, id } = findRoute(request.method, request.path)
  const { expand, ...params } = form
  const paths = expand === undefined ? [] : list(text(), 20)(expand, 'expand')
  const result = handler(api.store, params, id, api)
  return { status: 200, body: JSON.stringify(render(api.store, result, paths)) }
}

/** Commits the effect and the response saved for its key in one transaction. */
function executeOnce(api: Api, request: WireRequest, form: FormObject, key: string, fault: Fault | undefined): WireResponse {
  const { store } = api
  const fingerprint = fingerprintOf(request.path, request.body)
  const saved = findResponse(store, key, fingerprint)
  if (saved) return { status: saved.status, body: saved.body, headers: { 'idempotent-replayed': 'true' } }
  const remember = (answer: WireResponse): WireResponse => {
    if (typeof answer !== 'string') saveResponse(store, key, fingerprint, answer.status, answer.body)
    return answer
  }
  try {
    return store.transaction(() => {
      if (fault?.kind !== '500') return remember(execute(api, request, form))
      if (fault.done) execute(api, request, form)
      return fault.saved ? remember(serverError) : serverError
    })
  } catch (failure) {
    if (!(failure instanceof ApiError) || !failure.isSaved) throw failure
    return store.transaction(() => remember({ status: failure.status, body: failure.body() }))
  }
}

/** Answers an authorised API request, applying the next fault set for its route. */
export async function answerCall(api: Api, request: WireRequest): Promise<WireResponse> {
  try {
    const { route } = findRoute(request.method, request.path)
    api.hits.set(route, (api.hits.get(route) ?? 0) + 1)
    const fault = takeFault(api.store, route)
    const early = answerBefore(fault, request.method === 'POST')
    if (early) return early
    const form = decodeForm(request.method === 'GET' ? request.query : request.body)
    // Stripe's SDK sends a key with every POST; a POST from curl gets a new one, so that both take the same path.
    const key = request.method === 'POST' ? (request.idempotencyKey ?? newId('once')) : undefined
    const work = async (): Promise<WireResponse> => {
      if (fault?.kind === 'slow') await sleep(fault.delayMs)
      return key === undefined ? execute(api, request, form) : executeOnce(api, request, form, key, fault)
    }
    return answerAfter(fault, await (key === undefined ? work() : withKey(api.busy, key, work)))
  } catch (failure) {
    if (failure instanceof ApiError) return { status: failure.status, body: failure.body() }
    throw failure
  }
}
