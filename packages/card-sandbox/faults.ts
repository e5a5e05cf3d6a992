import { changeSettings, getSettings } from './clock.ts'
import type { Store } from './store.ts'
import type { Fault } from './types.ts'

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
