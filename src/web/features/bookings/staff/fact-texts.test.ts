import { expect, test } from 'vitest'
import { factsText } from './fact-texts.ts'

test('a change is told once, in words and in the booking’s currency', () => {
  const price = (totalCents: number) => ({ totalCents, currency: 'gbp', refundId: 'r1' })
  expect(factsText(price(8950), price(9500), 'gbp')).toBe('total: £89.50 → £95.00')
  expect(factsText({ attendance: 'came' }, { attendance: 'no_show', seat: 2 }, 'gbp')).toBe('attendance: came → no show, seat: 2')
  expect(factsText({ isBlocked: false }, { isBlocked: true }, 'gbp')).toBe('blocked: no → yes')
  expect(factsText(null, { currency: 'gbp' }, 'gbp')).toBeUndefined()
})
