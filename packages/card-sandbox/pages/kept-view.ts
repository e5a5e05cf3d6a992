import { randomBytes } from 'node:crypto'
import type { FieldErrors, Typed } from './card-form.ts'

export interface PayView {
  typed?: Typed
  errors?: FieldErrors
  /** The bank's message, shown above the form. */
  refusal?: string
}

const MAX_KEPT = 1000
const kept = new Map<string, PayView>()

/**
 * Keeps what the next page shows after a submitted form: the response is a redirect, so that Back and reload never
 * resubmit it. Returns an unguessable name, so that others who have the link cannot read it. Kept only in memory, since
 * it may hold a card number typed by mistake; the oldest of many are dropped.
 */
export function keepView(sessionId: string, view: PayView): string {
  const name = randomBytes(16).toString('hex')
  kept.set(`${sessionId} ${name}`, view)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return name
}

/** Returns a kept view, once only. */
export function takeView(sessionId: string, name: string): PayView | undefined {
  const key = `${sessionId} ${name}`
  const view = kept.get(key)
  kept.delete(key)
  return view
}
