import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookVehicleBodySchema } from '#shared/vehicles/requests.ts'
import type { ServiceType } from '#shared/vehicles/public.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { bookPayload } from './use-booking.ts'
import { emptyDraft, emptyItem, type Draft, type Item } from './draft/wizard-draft.ts'
import { estimateOf } from './estimate.tsx'
import { checkContact, checkDetails, checkItem, checkLocation } from './steps/step-checks.ts'
import { anyText } from '../../../../tests/support/any-text.ts'
import { dayAhead } from '../../../../tests/support/days.ts'

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

/** Yields mostly valid values, so that one wrong value is not hidden among many. */
const mostly = (right: string, ...others: fc.Arbitrary<string>[]) => fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, ...others)
const whatever = anyText(30)
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0'), maxLength: 6 })
const around = (text: fc.Arbitrary<string>) => fc.tuple(blanks, text, blanks).map((parts) => parts.join(''))
const address = mostly(
  '12 Carrier Street',
  around(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 12 })),
  around(fc.string({ maxLength: 520 })),
  whatever,
)
const pincode = mostly('sw1a1aa', around(fc.constantFrom('EC1A 1BB', 'm11ae', 'QQ1 1AA')), fc.constant('E C 1 A 1 B B'), whatever)
const count = mostly('2', fc.integer({ min: -2, max: 120 }).map(String), fc.constantFrom('', ' ', '1.5', '1e1', '-0'), whatever)
const size = mostly('180', fc.double().map(String), fc.constantFrom('', '0', '-1', '090', '1e-7', '1e5', '100001', '0x10', ' 5 '), whatever)
const item: fc.Arbitrary<Item> = fc
  .record({
    name: mostly('Sofa', around(fc.string({ maxLength: 3 })), fc.string({ minLength: 98, maxLength: 102 }), whatever),
    length: size,
    width: size,
    height: size,
  })
  .map((typed) => ({ ...emptyItem(), ...typed }))
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    fields: fc.record({
      pickupPinCode: pincode,
      dropoffPinCode: pincode,
      address,
      dropaddress: address,
      pickupFloor: count,
      dropFloor: count,
      helpers: count,
    }),
    items: fc.array(item, { maxLength: 3 }),
    photoName: fc.string({ unit: 'binary-ascii', maxLength: 255 }),
  })
  .map(({ fields, items, photoName }) => {
    const photo = { id: 'p', fileId: null, name: photoName, state: 'failed' as const, progress: 1, previewUrl: undefined }
    const contact = { name: 'Ada', email: 'ada@example.test', phone: '2079460958' }
    const rest = { serviceTypeId: 's1', movingDate: `${dayAhead(1)}T09:30` }
    return {
      ...emptyDraft(),
      fields: { ...emptyDraft().fields, ...contact, ...rest, ...fields },
      items: items.map((each) => ({ ...each, photos: [photo] })),
    }
  })

/** Returns everything that the wizard objects to in what it would send. */
function objections({ fields, items }: Draft): string[] {
  return [checkLocation(fields), checkContact(fields), ...items.map((each) => checkItem(each, 0))].flatMap((checked) =>
    Object.values(messagesOf(checked)),
  )
}

it('what the wizard accepts, the server accepts, and what it refuses would be refused (ASVS 2.2.2)', () => {
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(drafts, (draft) => {
      const estimate = estimateOf(service, draft.fields)
      const answer = bookVehicleBodySchema.safeParse(bookPayload(draft, estimate))
      const isAccepted = objections(draft).length === 0
      seen[isAccepted ? 'accepted' : 'refused']++
      expect(answer.success, JSON.stringify([objections(draft), answer.error?.issues])).toBe(isAccepted)
    }),
    { numRuns: 2000 },
  )
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50)
})

it('the counts that are sent are those that the step has accepted', () => {
  fc.assert(
    fc.property(drafts, ({ fields }) => {
      const estimate = estimateOf(service, fields)
      if (!checkDetails(fields, estimate).success) return
      expect(estimate).toMatchObject({ floors: Number(fields.pickupFloor) + Number(fields.dropFloor), helpers: Number(fields.helpers) + 0 })
    }),
  )
})

it('names of photo files are sent whatever their file system allows', () => {
  const photo = { id: 'p', fileId: null, name: 'sofa \ud83d.jpg', state: 'failed' as const, progress: 1, previewUrl: undefined }
  const draft = { ...emptyDraft(), items: [{ ...emptyItem(), photos: [photo] }] }
  draft.fields = { ...draft.fields, movingDate: `${dayAhead(1)}T09:30` }
  expect(bookPayload(draft, estimateOf(service, draft.fields)).itemDetails.items[0]?.photos).toEqual(['sofa \ufffd.jpg'])
})
