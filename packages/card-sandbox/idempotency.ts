import { createHash } from 'node:crypto'
import { changeSettings, getSettings, now } from './clock.ts'
import { ApiError } from './errors.ts'
import type { Store } from './store.ts'
import type { Fault, SavedResponse } from './types.ts'

const KEPT_FOR = 24 * 60 * 60

/** Hashes what must not change when a key is reused. */
export function fingerprintOf(path: string, body: string): string {
  return createHash('sha256')
    .update(`${path}\n${[...new URLSearchParams(body)].map(String).sort().join('\n')}`)
    .digest('hex')
}

/**
 * Returns the response saved for a key less than 24 hours old. Throws ApiError 400 if the key is too long or was first
 * used with other parameters.
 */
export function findResponse(store: Store, key: string, fingerprint: string): SavedResponse | undefined {
  if (key.length > 255) throw new ApiError(400, 'Idempotency keys can be at most 255 characters.', { type: 'idempotency_error' })
  const saved = store.get('answer', key)
  if (!saved || saved.created + KEPT_FOR <= now(store)) return undefined
  if (saved.fingerprint !== fingerprint) {
    throw new ApiError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    )
  }
  return saved
}

export function saveResponse(store: Store, key: string, fingerprint: string, status: number, body: string): void {
  store.put('answer', { id: key, fingerprint, status, body, created: now(store) })
}

export function pruneResponses(store: Store): void {
  const limit = now(store) - KEPT_FOR
  store.transaction(() => {
    for (const answer of store.all('answer')) if (answer.created <= limit) store.remove('answer', answer.id)
  })
}

/** Runs `work` while holding the key. Throws ApiError 409 if another request holds it. */
export async function withKey<T>(busy: Set<string>, key: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(key)) {
    throw new ApiError(
      409,
      `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again in a bit.`,
      { code: 'idempotency_key_in_use' },
    )
  }
  busy.add(key)
  try {
    return await work()
  } finally {
    busy.delete(key)
  }
}

/** `hang` sends no response; `reset` cuts the connection. */
export type WireResponse = { status: number; body: string; headers?: Record<string, string> } | 'hang' | 'reset'

const error = (status: number, type: string, message: string): WireResponse => ({
  status,
  body: JSON.stringify({ error: { type, message } }),
})

export const serverError = error(500, 'api_error', 'An unknown error occurred (card sandbox fault).')

/** Consumes one fault set for this route (`POST /v1/refunds`, `GET /v1/charges/:id`, or `*` for any). */
export function takeFault(store: Store, route: string): Fault | undefined {
  const { faults } = getSettings(store)
  const fault = faults.find((each) => each.route === route || each.route === '*')
  if (!fault) return undefined
  const left = faults.map((each) => (each === fault ? { ...each, count: each.count - 1 } : each))
  store.transaction(() => changeSettings(store, { faults: left.filter((each) => each.count > 0) }))
  return fault
}

/** Returns the response for faults that strike before any work is done, or undefined to carry on. */
export function answerBefore(fault: Fault | undefined, isWrite: boolean): WireResponse | undefined {
  switch (fault?.kind) {
    case 'timeout_before':
      return 'hang'
    case '429':
      return error(429, 'invalid_request_error', 'Request rate limit exceeded (card sandbox fault).')
    case 'html_502':
      return { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>', headers: { 'content-type': 'text/html' } }
    case 'bare_404':
      return { status: 404, body: '{}' }
    case '500':
      return isWrite && (fault.saved || fault.done) ? undefined : serverError
    default:
      return undefined
  }
}

export function answerAfter(fault: Fault | undefined, answer: WireResponse): WireResponse {
  if (fault?.kind === 'timeout_after') return 'hang'
  if (fault?.kind === 'reset_after') return 'reset'
  return answer
}
