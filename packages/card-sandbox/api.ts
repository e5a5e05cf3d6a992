import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from './errors.ts'
import { answerAfter, answerBefore, serverError, takeFault } from './faults.ts'
import type { WireResponse } from './faults.ts'
import { decodeForm } from './form.ts'
import type { FormObject } from './form.ts'
import type { Site } from './handler.ts'
import { findResponse, fingerprintOf, saveResponse, withKey } from './idempotency.ts'
import { newId } from './ids.ts'
import { list, text } from './params.ts'
import { findRoute } from './routes.ts'
import type { Store } from './store.ts'
import type { Fault } from './types.ts'
import { render } from './wire.ts'

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
