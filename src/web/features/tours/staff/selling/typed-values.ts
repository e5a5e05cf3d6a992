import { centsToUnits } from '#shared/money.ts'

const MONEY = /^(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d{1,2}))?$/
const CLOCK = /^(\d{1,3}):([0-5]\d)$/

/** "45" or "45.50", as typed into a field; empty for null. */
export function centsText(cents: number | null): string {
  if (cents === null) return ''
  return cents % 100 === 0 ? String(centsToUnits(cents)) : centsToUnits(cents).toFixed(2)
}

/** Whole cents of an amount in units such as "45", "45.50", "45,50" or "1,200"; NaN if it is not one. */
export function centsOf(text: string): number {
  const [, units, decimals = ''] = MONEY.exec(text.replaceAll(/[\s$£€₹]/g, '')) ?? []
  return units === undefined ? Number.NaN : Number(units.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Parses a typed number; NaN if empty or invalid. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''))
}

export function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text)
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
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  const [, hours, minutes] = CLOCK.exec(trimmed) ?? []
  return hours === undefined ? Math.round(Number(trimmed) * 60) : Number(hours) * 60 + Number(minutes)
}
