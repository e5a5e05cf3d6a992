import { ApiError } from './errors.ts'

export type FormValue = string | FormObject
export interface FormObject {
  [key: string]: FormValue
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_PAIRS = 2000
const MAX_DEPTH = 8

const refuse = (): never => {
  throw new ApiError(400, 'Invalid request: the parameters could not be read.')
}

/** `line_items[0][price]` → `['line_items', '0', 'price']`. */
function splitKey(key: string): string[] {
  const parsed = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!parsed) return refuse()
  const [, head = '', rest = ''] = parsed
  const path = [
    head,
    ...rest
      .split('[')
      .slice(1)
      .map((part) => part.slice(0, -1)),
  ]
  if (path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part))) return refuse()
  return path
}

/**
 * Decodes Stripe's form wire format into objects without a prototype. Arrays become objects keyed 0, 1, 2 … (`params.ts` reads them as
 * lists). Throws ApiError 400 for malformed text or a prototype's name.
 */
export function decodeForm(text: string): FormObject {
  const root = Object.create(null) as FormObject
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PAIRS) return refuse()
  for (const [key, value] of pairs) {
    const path = splitKey(key)
    const last = path.pop() ?? ''
    let node = root
    for (const part of path) {
      const next = (node[part] ??= Object.create(null) as FormObject)
      if (typeof next === 'string') return refuse()
      node = next
    }
    node[last === '' ? String(Object.keys(node).length) : last] = value
  }
  return root
}
