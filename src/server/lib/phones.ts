import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { brand } from '#shared/brand.ts'
import { PHONE_NOT_VALID } from '#shared/phone-fields.ts'
import { EXTENSION, plainPhone } from '#shared/phones.ts'
import type { ShownPhone } from '#shared/shown-phones.ts'
import { AppError } from './errors.ts'

/** Numbers without a country code are taken to be from the agency's country. */
const AT_HOME: CountryCode = parsePhoneNumberFromString(brand.phone)?.country ?? 'GB'

/** Fewer digits may be anything, such as a year or part of a reference. */
const FEWEST_DIGITS = 5

export interface PhoneColumns {
  typed: string | null
  number: string | null
}

/** `path` is the field it was typed into. Throws 400 for an impossible number. */
export function readPhone(typed: string | null, path = 'phone'): PhoneColumns {
  if (typed === null || typed === '') return { typed: null, number: null }
  const parsed = parsePhoneNumberFromString(typed, AT_HOME)
  // Checks only the length, because number ranges are opened faster than any list of them is updated.
  if (parsed?.isPossible()) return { typed, number: parsed.number }
  throw new AppError('validation_failed', PHONE_NOT_VALID, { issues: [{ path, message: PHONE_NOT_VALID }] })
}

export function showPhone(typed: string | null, number: string | null): ShownPhone | null {
  if (typed === null || number === null) return null
  return { text: parsePhoneNumberFromString(typed, AT_HOME)?.formatInternational() ?? typed, number }
}

/** Of a vehicle request, which stores ten digits without the country code. */
export function showRequestPhone(digits: string | null): ShownPhone | null {
  return digits === null ? null : showPhone(`+44${digits}`, `+44${digits}`)
}

/** Returns the digits to search stored numbers for, without those not dialled from abroad, or undefined if the text is not a number. */
export function digitsSought(text: string): string | undefined {
  const number = plainPhone(text).replace(EXTENSION, '')
  if (!/^[+(\d][\d\s()./+-]*$/.test(number)) return undefined
  const digits = number.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < FEWEST_DIGITS ? undefined : digits
}
