import { expect, it } from 'vitest'
import type { ServiceType } from '#shared/vehicles/public.ts'
import { bookPayload } from './use-booking.ts'
import { estimateOf, estimatedPrice, servicePrice } from './estimate.tsx'
import { emptyDraft, emptyItem, type Draft } from './draft/wizard-draft.ts'

const service: ServiceType = {
  id: 's1',
  name: 'Flat move',
  price: 24_900,
  currency: 'inr',
  description: '',
  specialrequirements: '',
  stripeProductId: null,
  pricingRules: [
    { type: 'perFloor', value: 900 },
    { type: 'perHelper', value: 3600.5 },
  ],
  refundPolicy: { fullRefundDays: 0, partialRefundDays: 0, partialRefundPercentage: 0 },
}
const counts = { pickupFloor: '3', dropFloor: '1', helpers: '2' }
const photo = { id: 'local', fileId: 'f1', name: 'sofa.jpg', state: 'kept' as const, progress: 1, previewUrl: undefined }
const draft: Draft = {
  ...emptyDraft(),
  fields: {
    ...emptyDraft().fields,
    ...counts,
    pickupPinCode: ' sw1a1aa',
    dropoffPinCode: 'EC1A 1BB',
    movingDate: '2026-11-21T09:30',
    serviceTypeId: 's1',
    address: ' 12 Carrier Street ',
    dropaddress: '5 Long Lane',
  },
  items: [{ ...emptyItem(), name: ' Sofa ', length: '180', width: '090', height: '80.5', photos: [photo] }],
  newItem: { ...emptyItem(), name: 'Not added' },
}

it('sends exactly the keys of the specification', () => {
  const moment = '2026-11-21T09:30:00.000Z'
  expect(bookPayload(draft, estimateOf(service, counts))).toEqual({
    serviceTypeId: 's1',
    pickupLocation: '12 Carrier Street',
    dropoffLocation: '5 Long Lane',
    pickupPinCode: 'SW1A 1AA',
    dropoffPinCode: 'EC1A 1BB',
    price: 35_701,
    pickupDate: moment,
    dropoffDate: moment,
    itemDetails: { items: [{ name: 'Sofa', dimensions: '180x90x80.5 cm', photos: ['sofa.jpg'] }], floorCount: 4, helpers: 2 },
    notes: '',
  })
})

it.each([
  ['2026-07-21T10:00', '2026-07-21T09:00:00.000Z'],
  ['2027-03-28T00:59', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28T02:00', '2027-03-28T01:00:00.000Z'],
  ['2027-10-31T00:59', '2027-10-30T23:59:00.000Z'],
  ['2027-10-31T02:00', '2027-10-31T02:00:00.000Z'],
])('sends %s by the clocks of the pickup as %s, whatever those of the device say', (movingDate, moment) => {
  const { pickupDate, dropoffDate } = bookPayload({ ...draft, fields: { ...draft.fields, movingDate } }, estimateOf(service, counts))
  expect([pickupDate, dropoffDate]).toEqual([moment, moment])
})

it('sends the price that was agreed, if it differs', () => {
  expect(bookPayload(draft, estimateOf(service, counts), { cents: 4_000_000, currency: 'inr' }).price).toBe(40_000)
})

it('prices base, floors and helpers by the rules of the service', () => {
  expect(estimateOf(service, counts)).toMatchObject({
    baseCents: 2_490_000,
    floorsCents: 360_000,
    helpersCents: 720_100,
    totalCents: 3_570_100,
  })
})

it('charges nothing for what the service has no rule for, whatever was typed for another one', () => {
  expect(estimateOf({ ...service, pricingRules: [] }, counts)).toMatchObject({
    totalCents: 2_490_000,
    floors: 0,
    helpers: 0,
    perFloorCents: null,
  })
})

it('counts anything but a whole number from 0 as nothing yet', () => {
  expect(estimateOf(service, { pickupFloor: '-1', dropFloor: '1.5', helpers: '' })).toMatchObject({ floors: 0, helpers: 0 })
})

it('is in the currency of the service, and in rupees where it names none', () => {
  const nothingMore = { pickupFloor: '', dropFloor: '', helpers: '' }
  const { currency: _, ...unnamed } = service
  expect(servicePrice(unnamed)).toEqual({ cents: 2_490_000, currency: 'inr' })
  expect(estimatedPrice(estimateOf(unnamed, nothingMore))).toEqual({ cents: 2_490_000, currency: 'inr' })
  const inPounds = { ...service, currency: 'gbp' as const }
  expect(servicePrice(inPounds)).toEqual({ cents: 2_490_000, currency: 'gbp' })
  expect(estimatedPrice(estimateOf(inPounds, nothingMore))).toEqual({ cents: 2_490_000, currency: 'gbp' })
})
