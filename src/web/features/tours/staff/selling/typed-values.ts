import { centsToUnits } from '#shared/money.ts'
import { typedNumber, typedWhole } from '#shared/typed-numbers.ts'

const CLOCK = /^(\d{1,3}):([0-5]\d)$/

/** "45" or "45.50", as typed into a field; empty for null. */
export function centsText(cents: number | null): string {
  if (cents === null) return ''
  return cents % 100 === 0 ? String(centsToUnits(cents)) : centsToUnits(cents).toFixed(2)
}

export function wholeOrNull(text: string): number | null {
  return text.trim() === '' ? null : typedWhole(text)
}

export function textOf(number: number | null): string {
  return number === null ? '' : String(number)
}

/** "2:30" for 150 minutes; empty for null. */
export function durationText(minutes: number | null): string {
  return minutes === null ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes of "2:30", or of hours such as "2" or "1.5"; null if empty, NaN if it is neither. */
export function durationOf(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, hours, minutes] = CLOCK.exec(trimmed) ?? []
  return hours === undefined ? Math.round(typedNumber(trimmed, { decimals: 2 }) * 60) : Number(hours) * 60 + Number(minutes)
}
