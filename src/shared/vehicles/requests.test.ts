import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import {
  bookVehicleBodySchema,
  checkPincodesBodySchema,
  detailsSchema,
  MAX_FLOOR,
  MAX_HELPERS,
  movingDateProblem,
  contactSchema,
  shownPhone,
} from './requests.ts'
import { bookedItemSchema, dimensionsText, newItemSchema } from './items.ts'

/** Returns the first message for a field, as the page shows it. */
function message(schema: z.ZodMiniType, value: unknown, field: string): string | undefined {
  const parsed = schema.safeParse(value)
  return parsed.error?.issues.find(({ path }) => path[0] === field)?.message
}

const PINCODES = { pickup: 'EC1A 1BB', drop: 'M1 1AE' }

test.each([
  ['pickup', '', 'Pickup pincode is required'],
  ['pickup', '  ', 'Pickup pincode is required'],
  ['pickup', undefined, 'Pickup pincode is required'],
  ['pickup', '12345', 'Invalid UK pincode format'],
  ['drop', '', 'Drop-off pincode is required'],
  ['drop', 7, 'Drop-off pincode is required'],
  ['drop', 'nowhere', 'Invalid UK pincode format'],
  ['drop', 'm11ae', undefined],
])('step 1: %s %j says %j', (field, value, text) => {
  expect(message(checkPincodesBodySchema, { ...PINCODES, [field]: value }, field)).toBe(text)
})

test('postcodes come out in their normal form', () => {
  expect(checkPincodesBodySchema.parse({ pickup: ' ec1a1bb', drop: 'w1a 0ax ' })).toEqual({ pickup: 'EC1A 1BB', drop: 'W1A 0AX' })
})

const NOW = new Date('2027-03-01T12:00:00Z')

test.each([
  ['', "Please select when you're moving"],
  ['   ', "Please select when you're moving"],
  ['+012027-03-01T12:00:00Z', "Please select when you're moving"],
  ['soon', "Please select when you're moving"],
  ['2027-03-01T11:59:59Z', 'Moving date and time must be in the future'],
  ['2027-03-01T12:00:00Z', 'Moving date and time must be in the future'],
  ['2027-03-01T12:00:01Z', undefined],
  ['2027-03-01T12:00', 'Moving date and time must be in the future'],
  ['2027-03-01T12:01', undefined],
  ['2029-03-01T23:30', undefined],
  ['2029-03-02T00:00', 'Please choose a date up to 1 Mar 2029'],
  ['9999-12-31T23:59', 'Please choose a date up to 1 Mar 2029'],
])('step 1: the moving date %j says %j', (text, expected) => {
  expect(movingDateProblem(text, NOW)).toBe(expected)
})

test('in summer a moving date is in the future once it is by the clocks of the pickup', () => {
  const now = new Date('2027-07-01T12:00:00Z')
  expect(movingDateProblem('2027-07-01T13:00', now)).toBe('Moving date and time must be in the future')
  expect(movingDateProblem('2027-07-01T13:01', now)).toBeUndefined()
})

const CONTACT = {
  name: 'Ada',
  email: 'ada@example.test',
  phone: '2079460958',
  address: '1 High Street',
  dropaddress: '2 Low Street',
}

test.each([
  ['name', '', 'Name is required'],
  ['name', ' ', 'Name is required'],
  ['name', undefined, 'Name is required'],
  ['name', 'A', 'Name must be at least 2 characters'],
  ['name', ' A ', 'Name must be at least 2 characters'],
  ['name', 'Al', undefined],
  ['email', '', 'Email is required'],
  ['email', 'ada@', 'Please enter a valid email'],
  ['email', `${'a'.repeat(250)}@example.test`, 'Please enter a valid email'],
  ['phone', '', 'Phone number is required'],
  ['phone', '123456789', 'Phone must be 10 digits'],
  ['phone', '02079460958', undefined],
  ['phone', '12079460958', 'Phone must be 10 digits'],
  ['phone', '+4412079460958', 'Phone must be 10 digits'],
  ['phone', '207946095x', 'Phone must be 10 digits'],
  ['phone', '٢٠٧٩٤٦٠٩٥٨', 'Phone must be 10 digits'],
  ['phone', '+442079460958', undefined],
  ['phone', '+332079460958', 'Phone must be 10 digits'],
  ['phone', '0207946095', undefined],
  ['phone', '20 7946 0958', undefined],
  ['address', '', 'Address is required'],
  ['address', '1 Short', 'Address must be at least 10 characters'],
  ['address', '1234567890', undefined],
  ['address', '1 Broken \ud800 Street', 'Please remove the character that can’t be saved'],
  ['name', 'A\u0000da', 'Please remove the character that can’t be saved'],
  ['dropaddress', '', 'Drop-off address is required'],
  ['dropaddress', '123456789', 'Drop-off address must be at least 10 characters'],
])('step 3: %s %j says %j', (field, value, text) => {
  expect(message(contactSchema, { ...CONTACT, [field]: value }, field)).toBe(text)
})

test.each([
  '+44 20 7946 0958',
  '0044 (0)20 7946 0958',
  '+44 (0)20 7946-0958',
  '020 7946 0958',
  '\u202A+44\u00A020\u20117946\u20110958\u202C',
  '2079460958',
])('a telephone number written as %j is sent as its ten digits', (phone) =>
  expect(contactSchema.parse({ ...CONTACT, phone }).phone).toBe('2079460958'),
)

test('a telephone number is sent as its ten digits', () => {
  expect(contactSchema.parse({ ...CONTACT, phone: ' (0)20-7946 095 ' }).phone).toBe('0207946095')
})

test.each([
  ['+44 7911 123456', '7911123456'],
  ['07911 123456', '7911123456'],
  ['7911 123456', '7911123456'],
  ['447911 123456', '7911123456'],
  ['44 (0)7911 123456', '7911123456'],
  ['０７９１１ １２３４５６', '7911123456'],
  ['4479111234', '4479111234'],
  ['447911 12345', '447911 12345'],
  ['+44 7911 1234', '+44 7911 1234'],
  ['+33 1 42 68 53 00', '+33 1 42 68 53 00'],
  ['0791112345', '0791112345'],
  ['', ''],
])('the field with a +44 of its own shows %j as %j', (typed, shown) => {
  expect(shownPhone(typed)).toBe(shown)
})

const ITEM = { name: 'Sofa', length: '200', width: 90.5, height: '80' }

test.each([
  ['name', '', 'Item name is required'],
  ['name', 'S', 'Item name must be at least 2 characters'],
  ['length', '', 'Length is required'],
  ['length', undefined, 'Length is required'],
  ['length', '0', 'Length must be a positive number'],
  ['length', -1, 'Length must be a positive number'],
  ['length', 'long', 'Length must be a positive number'],
  ['length', 'Infinity', 'Length must be a positive number'],
  ['width', '', 'Width is required'],
  ['width', '-3', 'Width must be a positive number'],
  ['height', ' ', 'Height is required'],
  ['height', Number.NaN, 'Height is required'],
  ['height', '0.5', undefined],
])('step 4: %s %j says %j', (field, value, text) => {
  expect(message(newItemSchema, { ...ITEM, [field]: value }, field)).toBe(text)
})

test('the size of an item is sent as LxWxH cm', () => {
  expect(dimensionsText(newItemSchema.parse(ITEM))).toBe('200x90.5x80 cm')
})

test('the size of an item is read back as it was written, and by the same rules', () => {
  const size = fc.oneof(fc.double({ min: 0, max: 100_000, minExcluded: true, noNaN: true }), fc.integer({ min: 1, max: 100_000 }))
  fc.assert(
    fc.property(fc.record({ length: size, width: size, height: size }), (sizes) => {
      const item = { name: 'Sofa', dimensions: dimensionsText(newItemSchema.parse({ ...ITEM, ...sizes })), photos: [] }
      expect(bookedItemSchema.parse(item)).toEqual(item)
    }),
  )
  fc.assert(
    fc.property(fc.record({ length: fc.double(), width: fc.double(), height: fc.double() }), (sizes) => {
      const item = { name: 'Sofa', dimensions: dimensionsText(sizes), photos: [] }
      expect(bookedItemSchema.safeParse(item).success).toBe(newItemSchema.safeParse({ ...ITEM, ...sizes }).success)
    }),
  )
})

test.each([' 200x90x80 cm ', '200.0x090x8e1 cm'])('the size %j is stored in its normal form', (dimensions) => {
  expect(bookedItemSchema.parse({ name: 'Sofa', dimensions }).dimensions).toBe('200x90x80 cm')
})

const DETAILS = { pickupFloor: 0, dropFloor: 0, helpers: 0 }

test.each([
  ['pickupFloor', -1, 'Floor must be 0 or higher'],
  ['pickupFloor', Number.NaN, 'Floor must be 0 or higher'],
  ['pickupFloor', 1.5, 'Floor must be a whole number'],
  ['dropFloor', -1, 'Floor must be 0 or higher'],
  ['dropFloor', MAX_FLOOR + 1, `You can book up to ${MAX_FLOOR} online`],
  ['helpers', -1, 'Helpers must be 0 or higher'],
  ['helpers', undefined, 'Helpers must be 0 or higher'],
  ['helpers', MAX_HELPERS, undefined],
])('step 5: %s %j says %j', (field, value, text) => {
  expect(message(detailsSchema, { ...DETAILS, [field]: value }, field)).toBe(text)
})

test.each([
  [{ floorCount: -1 }, 'floorCount'],
  [{ floorCount: 0.5 }, 'floorCount'],
  [{ floorCount: 2 * MAX_FLOOR + 1 }, 'floorCount'],
  [{ helpers: -1 }, 'helpers'],
  [{ helpers: MAX_HELPERS + 1 }, 'helpers'],
])('a request with %j is refused like its step', (wrong, field) => {
  const details = { items: [], floorCount: 2 * MAX_FLOOR, helpers: MAX_HELPERS }
  const { itemDetails } = bookVehicleBodySchema.shape
  expect(message(itemDetails, details, field)).toBeUndefined()
  expect(message(itemDetails, { ...details, ...wrong }, field)).toMatch(
    /^(Floor|Helpers) must be (0 or higher|a whole number)$|^You can book up to \d+ online$/,
  )
})
