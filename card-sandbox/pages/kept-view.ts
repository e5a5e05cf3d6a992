import { randomBytes } from 'node:crypto'
import type { FieldErrors, Typed } from './card-form.ts'

/** What the form of a session says besides its fields. */
export interface PayView {
  typed?: Typed
  errors?: FieldErrors
  /** What the bank said, above the form. */
  refusal?: string
}

const MOST_KEPT = 1000
const kept = new Map<string, PayView>()

/**
 * Keeps what a form that was sent leads to, until the page is shown: the response to a form is a redirect, so that Back and reload never send
 * it again. Returns the name by which the browser that is redirected gets it, and nobody else who has the link. In memory only, since it
 * may hold a number that somebody should not have typed; the least recent of many is forgotten.
 */
export function keepView(sessionId: string, view: PayView): string {
  const name = randomBytes(16).toString('hex')
  kept.set(`${sessionId} ${name}`, view)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return name
}

/** Returns what was kept for a session under a name, once. */
export function takeView(sessionId: string, name: string): PayView | undefined {
  const key = `${sessionId} ${name}`
  const view = kept.get(key)
  kept.delete(key)
  return view
}
