import { expect, test } from 'vitest'
import type { Money } from './money.ts'
import { summariseRefunds, type RefundRecord, type RefundState } from './refunds.ts'

const dollars = (units: number): Money => ({ cents: units * 100, currency: 'usd' })
const minute = (count: number) => new Date(Date.UTC(2027, 0, 1, 0, count))

/** Returns a refund that was requested in one minute and last changed in another. */
function refund(units: number, state: RefundState, askedAt: number, changedAt = askedAt, paymentId = 'primary'): RefundRecord {
  return { paymentId, amount: dollars(units), state, askedAt: minute(askedAt), changedAt: minute(changedAt) }
}

test('a booking without refunds has no summary', () => {
  expect(summariseRefunds([])).toBeUndefined()
})

test.each<[string, RefundRecord[], RefundState, number, number]>([
  ['one that is asked for', [refund(10, 'requested', 1)], 'requested', 10, 0],
  ['one that is done', [refund(10, 'succeeded', 1)], 'succeeded', 10, 0],
  ['two that are done', [refund(10, 'succeeded', 1), refund(5, 'succeeded', 2)], 'succeeded', 15, 0],
  ['one still moving after one that is done', [refund(10, 'succeeded', 1), refund(5, 'pending', 2)], 'pending', 15, 0],
  ['one still moving before one that is done', [refund(10, 'pending', 1), refund(5, 'succeeded', 2)], 'pending', 15, 0],
  ['one that failed', [refund(10, 'failed', 1, 9)], 'failed', 0, 10],
  ['one that was canceled', [refund(10, 'canceled', 1, 9)], 'canceled', 0, 10],
  ['one that a dispute blocks', [refund(10, 'blocked', 1)], 'blocked', 0, 10],
  ['one that failed after a part had come back', [refund(4, 'succeeded', 1), refund(6, 'failed', 2, 9)], 'failed', 4, 6],
  ['one that failed although another had since been requested', [refund(6, 'failed', 1, 9), refund(4, 'succeeded', 2)], 'failed', 4, 6],
  ['one that failed and is replaced', [refund(10, 'failed', 1, 3), refund(10, 'succeeded', 4)], 'succeeded', 10, 0],
  ['one that failed and whose replacement moves', [refund(10, 'failed', 1, 3), refund(10, 'pending', 4)], 'pending', 10, 0],
  ['one that failed and whose replacement fails too', [refund(10, 'failed', 1, 3), refund(10, 'blocked', 4, 5)], 'blocked', 0, 10],
  [
    'one that failed, with another payment’s on its way',
    [refund(10, 'failed', 1, 3), refund(7, 'pending', 4, 4, 'late')],
    'pending',
    7,
    10,
  ],
])('%s', (_name, refunds, state, returned, failed) => {
  for (const inAnyOrder of [refunds, refunds.toReversed()]) {
    expect(summariseRefunds(inAnyOrder)).toEqual({ state, returned: dollars(returned), failed: dollars(failed) })
  }
})
