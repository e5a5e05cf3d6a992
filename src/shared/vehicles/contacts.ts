import { z } from 'zod/mini'
import { asWrittenAddress, isAddress } from '#shared/accounts/email-addresses.ts'
import { plainPhone } from '#shared/phones.ts'
import { plainName, required, storable, typed } from '#shared/fields.ts'

/** Normalises a British phone number in any notation to the ten digits after +44. Other numbers are returned without spaces and dashes. */
export function normalisePhone(text: string): string {
  const digits = plainPhone(text)
    .replace(/[ ()./-]/g, '')
    .replace(/^(?:(?:\+|00)44|44(?=0?\d{10}$))/, '')
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits
}

const isTenDigits = (phone: string) => /^\d{10}$/.test(phone)

/** The value of the field after its +44 prefix: the ten digits, or the input while it is not a valid number. */
export function shownPhone(text: string): string {
  const digits = normalisePhone(text)
  return isTenDigits(digits) ? digits : text
}

const address = (missing: string, short: string) =>
  z
    .string(missing)
    .check(typed, required(missing), storable, z.minLength(10, short), z.maxLength(500, 'Address must be at most 500 characters'))

/** The complete addresses, as entered in the wizard and sent in the request (specification §5, §9). */
export const pickupAddressSchema = address('Address is required', 'Address must be at least 10 characters')
export const dropAddressSchema = address('Drop-off address is required', 'Drop-off address must be at least 10 characters')

/** Step 3 of the wizard (specification §5). */
export const contactSchema = z.object({
  name: z
    .string('Name is required')
    .check(
      typed,
      required('Name is required'),
      storable,
      plainName,
      z.minLength(2, 'Name must be at least 2 characters'),
      z.maxLength(100, 'Name must be at most 100 characters'),
    ),
  email: z
    .string('Email is required')
    .check(
      typed,
      asWrittenAddress,
      required('Email is required'),
      z.maxLength(254, { error: 'Please enter a valid email', abort: true }),
      isAddress,
    ),
  phone: z.pipe(
    z.string('Phone number is required').check(
      typed,
      required('Phone number is required'),
      z.refine((text) => isTenDigits(normalisePhone(text)), 'Phone must be 10 digits'),
    ),
    z.transform(normalisePhone),
  ),
  address: pickupAddressSchema,
  dropaddress: dropAddressSchema,
})
