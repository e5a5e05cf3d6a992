import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { brand } from '#shared/brand.ts'
import { PHONE_NOT_VALID } from '#shared/phone-fields.ts'
import type { ShownPhone } from '#shared/shown-phones.ts'
import { AppError } from './errors.ts'

/** Numbers without a country are of the agency's own. */
const AT_HOME: CountryCode = parsePhoneNumberFromString(brand.phone)?.country ?? 'GB'

/** Fewer may be anything: a year, a part of a reference. */
const FEWEST_DIGITS = 5

/** Both are null without a number. */
export interface PhoneColumns {
  typed: string | null
  number: string | null
}

/** Returns a number as it is stored. `path`: the field in which it was given. Throws 400 for what cannot be one. */
export function readPhone(typed: string | null, path = 'phone'): PhoneColumns {
  if (typed === null || typed === '') return { typed: null, number: null }
  const parsed = parsePhoneNumberFromString(typed, AT_HOME)
  // Whether a number of that length can be dialled there: ranges are opened faster than any list of them follows.
  if (parsed?.isPossible()) return { typed, number: parsed.number }
  throw new AppError('validation_failed', PHONE_NOT_VALID, { issues: [{ path, message: PHONE_NOT_VALID }] })
}

/** Returns a stored number as it is shown and dialled. */
export function showPhone(typed: string | null, number: string | null): ShownPhone | null {
  if (typed === null || number === null) return null
  return { text: parsePhoneNumberFromString(typed, AT_HOME)?.formatInternational() ?? typed, number }
}

/**
 * Returns the digits by which stored numbers with this part are found, without what is not dialled from abroad; undefined for a text
 * that is no number.
 */
export function digitsSought(text: string): string | undefined {
  if (!/^[+\d][\d\s()./-]*$/.test(text)) return undefined
  const digits = text.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < FEWEST_DIGITS ? undefined : digits
}
