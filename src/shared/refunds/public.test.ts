import { expect, test } from 'vitest'
import type { Money } from '#shared/money.ts'
import type { RefundState } from './states.ts'
import { summariseRefunds, type RefundRecord } from './public.ts'

const dollars = (units: number): Money => ({ cents: units * 100, currency: 'usd' })
const minute = (count: number) => new Date(Date.UTC(2027, 0, 1, 0, count))

/** Returns a refund that was requested in a minute; its id is that minute unless it is given. */
function refund(units: number, state: RefundState, askedAt: number, replaces?: number): RefundRecord {
  const links = { id: `${askedAt}`, replaces: replaces === undefined ? null : `${replaces}` }
  return { ...links, amount: dollars(units), state, isSettled: false, askedAt: minute(askedAt) }
}

test('a booking without refunds has no summary', () => {
  expect(summariseRefunds([])).toBeUndefined()
})

const AMOUNTS = ['returned', 'failed', 'settled', 'waiting', 'disputed'] as const

test.each<[string, RefundRecord[], RefundState, Partial<Record<(typeof AMOUNTS)[number], number>>]>([
  ['one that is asked for', [refund(10, 'requested', 1)], 'requested', { returned: 10 }],
  ['one that is done', [refund(10, 'succeeded', 1)], 'succeeded', { returned: 10 }],
  ['two that are done', [refund(10, 'succeeded', 1), refund(5, 'succeeded', 2)], 'succeeded', { returned: 15 }],
  ['one still moving after one that is done', [refund(10, 'succeeded', 1), refund(5, 'pending', 2)], 'pending', { returned: 15 }],
  ['one still moving before one that is done', [refund(10, 'pending', 1), refund(5, 'succeeded', 2)], 'pending', { returned: 15 }],
  ['one that failed', [refund(10, 'failed', 1)], 'failed', { failed: 10 }],
  ['one that failed and was paid another way', [{ ...refund(10, 'failed', 1), isSettled: true }], 'failed', { settled: 10 }],
  ['one that was canceled', [refund(10, 'canceled', 1)], 'canceled', { failed: 10 }],
  ['one that a dispute blocks', [refund(10, 'blocked', 1)], 'blocked', { waiting: 10 }],
  ['one that a dispute has made needless', [refund(10, 'lost', 1)], 'lost', { disputed: 10 }],
  [
    'a part that came back and a part lost to a dispute',
    [refund(4, 'succeeded', 1), refund(6, 'lost', 2)],
    'succeeded',
    { returned: 4, disputed: 6 },
  ],
  ['one that failed after a part had come back', [refund(4, 'succeeded', 1), refund(6, 'failed', 2)], 'failed', { returned: 4, failed: 6 }],
  [
    'one that failed, and another that was meant besides',
    [refund(6, 'failed', 1), refund(4, 'succeeded', 9)],
    'failed',
    { returned: 4, failed: 6 },
  ],
  ['one that failed and is replaced', [refund(10, 'failed', 1), refund(10, 'succeeded', 4, 1)], 'succeeded', { returned: 10 }],
  ['one that failed and whose replacement moves', [refund(10, 'failed', 1), refund(10, 'pending', 4, 1)], 'pending', { returned: 10 }],
  ['one that failed and whose replacement is blocked', [refund(10, 'failed', 1), refund(10, 'blocked', 4, 1)], 'blocked', { waiting: 10 }],
  [
    'one in the place of which an earlier one stands',
    [refund(10, 'succeeded', 1, 2), refund(10, 'canceled', 2)],
    'succeeded',
    { returned: 10 },
  ],
  [
    'one that failed, with another payment’s on its way',
    [refund(10, 'failed', 1), refund(7, 'pending', 4)],
    'pending',
    { returned: 7, failed: 10 },
  ],
])('%s', (_name, refunds, state, amounts) => {
  const expected = Object.fromEntries(AMOUNTS.map((name) => [name, dollars(amounts[name] ?? 0)]))
  for (const inAnyOrder of [refunds, refunds.toReversed()]) expect(summariseRefunds(inAnyOrder)).toEqual({ state, ...expected })
})
