import { expect, test } from 'vitest'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { isVoidable, voidConsequence } from './void-payment.tsx'

const BOOKING = {
  status: 'confirmed',
  kind: 'tour',
  reference: 'M-7K3P9XQD',
  customer: { name: 'Ada Hart', email: 'ada@example.test' },
} as ReadStory['booking']
const CASH = { id: 'p1', providerId: null, role: 'primary', amount: '90.00', currency: 'usd' } as ReadStory['payments'][number]
const OF_CASH = { paymentId: 'p1' } as ReadStory['refunds'][number]

test('only what staff recorded is offered for voiding, while nothing of it goes back and its booking is neither over nor cancelled', () => {
  const can = (payment: object, booking: object = {}, refunds = [] as ReadStory['refunds']) =>
    isVoidable({ booking: { ...BOOKING, ...booking }, refunds }, { ...CASH, ...payment })
  expect([can({}), can({ role: 'quarantined' }, { status: 'expired' })]).toEqual([true, true])
  expect([can({ providerId: 'pi_1' }), can({ role: 'voided' }), can({}, { status: 'cancelled' }), can({}, {}, [OF_CASH])]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('voiding says what becomes of the booking and who is told', () => {
  expect(voidConsequence(BOOKING, CASH)).toContain('a reservation again and keeps its seats')
  expect(voidConsequence({ ...BOOKING, kind: 'vehicle' }, CASH)).toContain('an approved quote again')
  expect(voidConsequence(BOOKING, { ...CASH, role: 'quarantined' })).toContain(
    'The $90.00 will count as never received and its task will close. No email is sent.',
  )
})
