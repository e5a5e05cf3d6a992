import { ApiError, invalid } from './errors.ts'
import { CODES } from './money.ts'
import type { Metadata } from './types.ts'

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

/** Reads a parameter, or throws the 400 that Stripe would return. `at` is its name, e.g. `line_items[0][price]`. */
export type Check<T> = (value: FormValue, at: string) => T
type Checks = Record<string, Check<unknown>>
type Read<C extends Checks> = { [K in keyof C]: ReturnType<C[K]> }

export const text =
  (maxLength = 5000): Check<string> =>
  (value, at) => {
    if (typeof value !== 'string') throw invalid('Invalid string', at)
    if (value === '') {
      const message = `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a field; however '${at}' cannot be unset.`
      throw invalid(message, at, 'parameter_invalid_empty')
    }
    if (value.length > maxLength) {
      throw invalid(`Invalid string: must be at most ${maxLength} characters`, at, 'parameter_invalid_string_length')
    }
    return value
  }

export const url: Check<string> = (value, at) => {
  const given = text()(value, at)
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) throw invalid('Not a valid URL', at, 'url_invalid')
  return given
}

export const integer =
  (min = 0, max = Number.MAX_SAFE_INTEGER): Check<number> =>
  (value, at) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw invalid(`Invalid integer: ${typeof value === 'string' ? value : at}`, at, 'parameter_invalid_integer')
    }
    const parsed = Number(value)
    if (parsed < min) {
      throw invalid(`This value must be greater than or equal to ${min}.`, at, 'parameter_invalid_integer')
    }
    if (parsed > max) throw invalid(`This value must be less than or equal to ${max}.`, at, 'parameter_invalid_integer')
    return parsed
  }

export const boolean: Check<boolean> = (value, at) => {
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalid(`Invalid boolean: ${typeof value === 'string' ? value : at}`, at)
}

export const oneOf =
  <T extends string>(...allowed: T[]): Check<T> =>
  (value, at) => {
    const found = allowed.find((each) => each === value)
    if (found === undefined) {
      const choices = allowed.length < 3 ? allowed.join(' or ') : `${allowed.slice(0, -1).join(', ')}, or ${allowed.at(-1)}`
      throw invalid(`Invalid ${at}: must be one of ${choices}`, at)
    }
    return found
  }

export const currency = oneOf(...CODES)

export const list =
  <T>(item: Check<T>, max = 100): Check<T[]> =>
  (value, at) => {
    if (typeof value === 'string') throw invalid('Invalid array', at)
    const entries = Object.entries(value)
    if (entries.some(([key]) => !/^\d+$/.test(key))) throw invalid('Invalid array', at)
    if (entries.length > max) throw invalid(`Array ${at} exceeded maximum ${max} allowed elements.`, at)
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([key, each]) => item(each, `${at}[${key}]`))
  }

/** Allows 50 keys of 40 characters, with values of 500; an empty value removes its key. */
export const metadata: Check<Metadata> = (value, at) => {
  if (value === '') return {}
  if (typeof value === 'string') throw invalid('Invalid object', at)
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalid('Metadata can have at most 50 keys.', at)
  for (const [key, each] of entries) {
    if (typeof each !== 'string') throw invalid('Metadata values must be strings.', `${at}[${key}]`)
    if (key.length > 40) throw invalid(`Metadata keys can have up to 40 characters: ${key}`, at)
    if (each.length > 500) {
      throw invalid(`Metadata values can have up to 500 characters, but you passed in a value that is ${each.length} characters.`, at)
    }
  }
  return Object.fromEntries(entries) as Metadata
}

/** Rejects any other key as `parameter_unknown` and a missing required one as `parameter_missing`. */
export const shape =
  <R extends Checks, O extends Checks>(required: R, optional: O): Check<Read<R> & Partial<Read<O>>> =>
  (value, at) => {
    if (typeof value === 'string') throw invalid('Invalid object', at)
    const name = (key: string) => (at === '' ? key : `${at}[${key}]`)
    const checks: Checks = { ...optional, ...required }
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(checks, key))
    if (unknown !== undefined) {
      throw invalid(`Received unknown parameter: ${name(unknown)}`, name(unknown), 'parameter_unknown')
    }
    const absent = Object.keys(required).find((key) => value[key] === undefined)
    if (absent !== undefined) throw invalid(`Missing required param: ${name(absent)}.`, name(absent), 'parameter_missing')
    const read: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(value)) read[key] = checks[key]?.(each, name(key))
    return read as Read<R> & Partial<Read<O>>
  }

export interface Range {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
}

/** A timestamp, or an object with `gt`, `gte`, `lt`, `lte`, in Unix seconds. */
export const range: Check<Range> = (value, at) => {
  if (typeof value !== 'string') return shape({}, { gt: integer(), gte: integer(), lt: integer(), lte: integer() })(value, at)
  const moment = integer()(value, at)
  return { gte: moment, lte: moment }
}

export const listParams = <O extends Checks>(filters: O) =>
  shape({}, { limit: integer(1, 100), starting_after: text(), ending_before: text(), created: range, ...filters })

export const noParams = shape({}, {})

export const read = <T>(check: Check<T>, form: FormObject): T => check(form, '')
