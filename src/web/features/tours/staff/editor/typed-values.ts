import { centsToUnits } from '#shared/money.ts'
import { typedCents, typedNumber, typedWhole } from '#shared/typed-numbers.ts'

/**
 * A value as typed: `read` makes of it what is sent, `write` the other way round. Nothing is checked here: what can't be read becomes NaN,
 * which the schema of what is sent refuses. Zod's own codecs would add their code to the visitors' pages.
 */
export type Codec<Typed, Sent> = { read: (typed: Typed) => Sent; write: (sent: Sent) => Typed }

export type TypedBy<C> = C extends { write: (sent: never) => infer Typed } ? Typed : never
export type SentBy<C> = C extends { read: (typed: never) => infer Sent } ? Sent : never
type Shape = Record<string, { read: (typed: never) => unknown; write: (sent: never) => unknown }>
type TypedFields<S extends Shape> = { [Name in keyof S]: TypedBy<S[Name]> }
type SentFields<S extends Shape> = { [Name in keyof S]: SentBy<S[Name]> }

/** Each field by its codec; others are left out. */
export function fields<S extends Shape>(shape: S): Codec<TypedFields<S>, SentFields<S>> {
  const names = Object.keys(shape)
  const each = (way: 'read' | 'write') => (values: object) =>
    Object.fromEntries(names.map((name) => [name, shape[name]?.[way]((values as Record<string, never>)[name] as never)])) as never
  return { read: each('read'), write: each('write') }
}

export function listOf<Typed, Sent>({ read, write }: Codec<Typed, Sent>): Codec<Typed[], Sent[]> {
  return { read: (list) => list.map((item) => read(item)), write: (list) => list.map((item) => write(item)) }
}

export function asIs<Value>(): Codec<Value, Value> {
  return { read: (value) => value, write: (value) => value }
}

export const plain = asIs<string>()
export const flag = asIs<boolean>()
export const whole: Codec<string, number> = { read: typedWhole, write: String }
export const percent: Codec<string, number> = { read: (typed) => typedWhole(typed.replace('%', '')), write: String }
export const wholeOrNull: Codec<string, number | null> = {
  read: (typed) => (typed.trim() === '' ? null : typedWhole(typed)),
  write: textOf,
}
/** Of an id, for a choice of which one may be none. */
export const idOrNull: Codec<string, string | null> = { read: (typed) => typed || null, write: (id) => id ?? '' }
/** A list with one entry per line. */
export const lines: Codec<string, string[]> = { read: linesOf, write: (list) => list.join('\n') }
export const cents: Codec<string, number> = { read: (typed) => typedCents(typed), write: centsText }
export const duration: Codec<string, number | null> = { read: minutesOf, write: clockText }

export function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? '' : String(number)
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** "45" or "45.50", as typed into a field. */
export function centsText(amount: number): string {
  return amount % 100 === 0 ? String(centsToUnits(amount)) : centsToUnits(amount).toFixed(2)
}

const CLOCK = /^(\d{1,3}):([0-5]\d)$/

/** "2:30" for 150 minutes; empty for null. */
function clockText(minutes: number | null): string {
  return minutes === null ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes of "2:30", or of hours such as "2" or "1.5"; null if empty, NaN if it is neither. */
function minutesOf(typed: string): number | null {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const [, hours, minutes] = CLOCK.exec(trimmed) ?? []
  return hours === undefined ? Math.round(typedNumber(trimmed, { decimals: 2 }) * 60) : Number(hours) * 60 + Number(minutes)
}
