import { CURRENCIES, currencyMarks, isCurrency } from './money.ts'

/** `decimal` is plain text with a point ("1034.5"). `message` is undefined for what is empty or no number: the field knows what to say. */
export type TypedNumber = { decimal: string; message?: undefined } | { decimal?: undefined; message: string | undefined }

type Rules = {
  /** The most decimals that count; with 0 a comma or point can only group thousands, so that "1,034" has one reading. */
  decimals: number
  /** What may stand before or after the number. */
  marks?: readonly string[]
}

/** More digits than a number holds exactly. */
const MAX_DIGITS = 15
const DECIMAL_MARKS = ['.', ',']
const GROUP_MARKS = [',', '.', ' ', "'"]
const DIGITS = /^\d+$/
/** Every way of writing a number, by the marks of its decimals and of its thousands. */
const WAYS = ['', ...DECIMAL_MARKS].flatMap((decimal) =>
  GROUP_MARKS.filter((group) => group !== decimal).map((group) => ({ decimal, group })),
)

/**
 * Reads a number that a person has typed, in whatever way it is written where they live: the only reader of typed amounts, percentages and
 * measurements. What can be read in two ways is refused, and the message gives both; we never guess.
 */
export function readTyped(text: string, { decimals, marks = [] }: Rules): TypedNumber {
  const [, sign = '', number = ''] = /^([-+]?)(.*)$/.exec(withoutMarks(plainOf(text), marks)) ?? []
  const readings = [...new Set(WAYS.filter(({ decimal }) => decimals > 0 || decimal === '').flatMap((way) => readingIn(way, number)))]
  const [reading, other] = readings
  if (reading === undefined) return { message: undefined }
  if (other !== undefined) return { message: bothReadings(text.trim(), readings) }
  const [whole = '', fraction = ''] = reading.split('.')
  if (whole.length + fraction.length > MAX_DIGITS) return { message: 'This number is too long' }
  if (fraction.length > decimals) return { message: `Please use at most ${decimals} decimals` }
  const isBelowZero = sign === '-' && /[1-9]/.test(reading)
  return { decimal: `${isBelowZero ? '-' : ''}${reading}` }
}

/** A percentage or a measurement; NaN if it is empty or refused. */
export function typedNumber(text: string, rules: Rules): number {
  const { decimal } = readTyped(text, rules)
  return decimal === undefined ? Number.NaN : Number(decimal)
}

/** An amount of money. Only the sign or code of `currency` may stand beside it; without one of ours, any of ours. */
export function readAmount(text: string, currency?: string): TypedNumber {
  const own = isCurrency(currency) ? [currency] : CURRENCIES
  const read = readTyped(text, { decimals: 2, marks: own.flatMap(currencyMarks) })
  if (!isCurrency(currency) || read.decimal !== undefined || read.message !== undefined) return read
  const isInOther = readTyped(text, { decimals: 2, marks: CURRENCIES.flatMap(currencyMarks) }).decimal !== undefined
  return isInOther ? { message: `Please enter the amount in ${currency.toUpperCase()}` } : read
}

/** Whole cents of a typed amount; NaN if it is empty or refused. */
export function typedCents(text: string, currency?: string): number {
  const { decimal } = readAmount(text, currency)
  return decimal === undefined ? Number.NaN : centsOfDecimal(decimal)
}

/** A whole number such as a count; NaN if it is empty or refused. */
export function typedWhole(text: string): number {
  return typedNumber(text, { decimals: 0 })
}

export const CENTIMETRES: Rules = { decimals: 6, marks: ['cm'] }

/** Digits and not `Number × 100`, so that no cent is rounded. */
function centsOfDecimal(decimal: string): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  return Number(`${whole}${fraction.padEnd(2, '0')}`)
}

/** One form of what looks alike: spaces of any width, apostrophes, minus signs, and full-width characters as East Asian keyboards write. */
function plainOf(text: string): string {
  return text
    .replaceAll(/[\u{ff01}-\u{ff5e}]/gu, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfe_e0))
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll(/[’‘ʼ´`]/g, "'")
    .replaceAll(/[−‒–﹣]/g, '-')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}

/** Removes one mark before or after the number, on either side of its sign. */
function withoutMarks(text: string, marks: readonly string[]): string {
  const lower = text.toLowerCase()
  const [, sign = '', behind = ''] = /^([-+]?) ?(.*)$/.exec(lower) ?? []
  for (const mark of marks) {
    if (behind.startsWith(mark)) return `${sign}${behind.slice(mark.length).trim()}`
    if (behind.endsWith(mark)) return `${sign}${behind.slice(0, -mark.length).trim()}`
  }
  return `${sign}${behind}`
}

/** Canonical, so that two ways of reading the same number are one. */
function readingIn({ group, decimal }: (typeof WAYS)[number], number: string): string[] {
  const [whole = '', fraction = '', ...others] = decimal === '' ? [number] : number.split(decimal)
  const isDecimal = decimal !== '' && DIGITS.test(fraction) && others.length === 0
  if (decimal !== '' && !isDecimal) return []
  if (!isWhole(whole, group) && !(isDecimal && whole === '')) return []
  const units = whole.replaceAll(group, '').replace(/^0+/, '') || '0'
  const rest = fraction.slice(0, [...fraction].findLastIndex((digit) => digit !== '0') + 1)
  return [rest === '' ? units : `${units}.${rest}`]
}

/** Thousands, or lakhs and crores, which only commas separate (12,34,567). */
function isWhole(text: string, group: string): boolean {
  if (DIGITS.test(text)) return true
  const [first = '', ...groups] = text.split(group)
  const last = groups.pop() ?? ''
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return false
  const isThousands = groups.every((digits) => /^\d{3}$/.test(digits))
  const isLakhs = group === ',' && first.length < 3 && groups.length > 0 && groups.every((digits) => /^\d{2}$/.test(digits))
  return isThousands || isLakhs
}

function bothReadings(text: string, readings: readonly string[]): string {
  const [whole = '', other = ''] = readings.toSorted((one, next) => Number(next) - Number(one))
  return `“${text}” can be read as ${whole} or as ${other}. Please enter it without a thousands separator`
}
