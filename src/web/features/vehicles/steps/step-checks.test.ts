import { describe, expect, it } from 'vitest'
import { MAX_ITEMS } from '#shared/vehicles/items.ts'
import { emptyDraft, emptyItem, pincodePair, type Draft, type Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { checkContact, checkDetails, checkItem, checkLocation, furthestStep } from './step-checks.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const empty = emptyDraft().fields
const full: Fields = {
  ...empty,
  pickupPinCode: 'sw1a 1aa',
  dropoffPinCode: 'EC1A1BB',
  movingDate: '2026-11-21T09:30',
  serviceTypeId: 's1',
  name: 'Ada Traveller',
  phone: '7911123456',
  email: 'ada@example.org',
  address: '12 Carrier Street',
  dropaddress: '5 Long Lane, London',
}
const estimate = { perFloorCents: 100, perHelperCents: 100 }

describe('the location step', () => {
  it('asks for both pincodes and the moving date', () => {
    expect(messagesOf(checkLocation(empty, NOW))).toEqual({
      pickupPinCode: 'Pickup pincode is required',
      dropoffPinCode: 'Drop-off pincode is required',
      movingDate: "Please select when you're moving",
    })
  })

  it('refuses anything but a UK postcode, and a moment in the past', () => {
    expect(
      messagesOf(checkLocation({ ...full, pickupPinCode: '12345', dropoffPinCode: 'ABC', movingDate: '2020-01-01T10:00' }, NOW)),
    ).toEqual({
      pickupPinCode: 'Invalid UK pincode format',
      dropoffPinCode: 'Invalid UK pincode format',
      movingDate: 'Moving date and time must be in the future',
    })
    expect(messagesOf(checkLocation(full, NOW))).toEqual({})
  })
})

describe('the contact step', () => {
  it('requires everything', () => {
    expect(messagesOf(checkContact(empty))).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      address: 'Address is required',
      dropaddress: 'Drop-off address is required',
    })
  })

  it('says what is too short or malformed', () => {
    expect(
      messagesOf(checkContact({ ...full, name: 'A', email: 'ada@', phone: '123456789', address: 'Short', dropaddress: 'Short' })),
    ).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email',
      phone: 'Phone must be 10 digits',
      address: 'Address must be at least 10 characters',
      dropaddress: 'Drop-off address must be at least 10 characters',
    })
  })
})

describe('an item', () => {
  it('needs a name and three sizes', () => {
    expect(messagesOf(checkItem(emptyItem(), 0))).toEqual({
      name: 'Item name is required',
      length: 'Length is required',
      width: 'Width is required',
      height: 'Height is required',
    })
  })

  it('needs positive sizes and a name that says something', () => {
    expect(messagesOf(checkItem({ ...emptyItem(), name: 'A', length: '0', width: '-1', height: '0.5' }, 0))).toEqual({
      name: 'Item name must be at least 2 characters',
      length: 'Length must be a positive number',
      width: 'Width must be a positive number',
    })
  })
})

describe('the list of items', () => {
  const sofa = { ...emptyItem(), name: 'Sofa', length: '180', width: '90', height: '80' }

  it('accepts as many as a request can hold', () => {
    expect(messagesOf(checkItem(sofa, MAX_ITEMS - 1))).toEqual({})
    expect(messagesOf(checkItem(sofa, MAX_ITEMS))).toEqual({ name: 'You can book up to 100 items online' })
  })
})

describe('the details step', () => {
  it('accepts 0 and more, and treats an emptied field as 0', () => {
    expect(messagesOf(checkDetails({ ...full, pickupFloor: '-1', dropFloor: '', helpers: '-2' }, estimate))).toEqual({
      pickupFloor: 'Floor must be 0 or higher',
      helpers: 'Helpers must be 0 or higher',
    })
  })

  it('does not check what the service does not ask for', () => {
    expect(messagesOf(checkDetails({ ...full, pickupFloor: '-1', helpers: '-2' }, { perFloorCents: null, perHelperCents: null }))).toEqual(
      {},
    )
  })
})

describe('how far a visitor may go', () => {
  const price = {
    ...estimate,
    baseCents: 0,
    floorsCents: 0,
    helpersCents: 0,
    totalCents: 0,
    currency: 'inr' as const,
    floors: 0,
    helpers: 0,
  }
  const draft = (fields: Fields, isServed = true): Draft => ({
    ...emptyDraft(),
    fields,
    servedPincodes: isServed ? pincodePair(fields) : '',
  })

  it('is the first step until the pincodes are known to be served', () => {
    expect(furthestStep(draft(full, false), price, false)).toBe(0)
    expect(furthestStep({ ...draft(full), fields: { ...full, pickupPinCode: 'E1 6AN' } }, price, false)).toBe(0)
  })

  it('is the service step until one is chosen, unless the services are still loading', () => {
    expect(furthestStep(draft(full), undefined, false)).toBe(1)
    expect(furthestStep(draft(full), undefined, true)).toBe(5)
    expect(furthestStep(draft({ ...full, serviceTypeId: '' }), undefined, true)).toBe(1)
  })

  it('is a later step only when all those before it are right', () => {
    expect(furthestStep(draft({ ...full, phone: '1' }), price, false)).toBe(2)
    expect(furthestStep(draft({ ...full, helpers: '-1' }), price, false)).toBe(4)
    expect(furthestStep(draft(full), price, false)).toBe(5)
  })
})
