import { expect, test } from 'vitest'
import { toMoney } from '#shared/money.ts'
import { TOOLS as TOOLS_ON_HOME } from '#web/texts/home.ts'
import { ALL_CATEGORIES, ALL_TOOLS, findTool } from './catalogue/catalogue.ts'
import { cheapestPlan, planPrice, PLANS, pricesFor } from './hire-prices.ts'

const dollars = (amount: number) => toMoney(amount, 'usd')

test('the drill on the home page costs 5 dollars an hour, 25 a day and 100 a week', () => {
  const drill = findTool('cordless-drill')
  const { name, price, available } = TOOLS_ON_HOME[0]
  expect(drill).toMatchObject({ name, available })
  expect(planPrice(drill?.dayPrice ?? 0, 'day')).toEqual(price)
  expect(PLANS.map((plan) => planPrice(drill?.dayPrice ?? 0, plan))).toEqual([dollars(5), dollars(25), dollars(100)])
})

test('at least two hours are charged, then each hour, until a day is cheaper', () => {
  expect(pricesFor(25, { hours: 1 })).toEqual({ hour: dollars(10), day: dollars(25) })
  expect(cheapestPlan(25, { hours: 3 })).toEqual({ plan: 'hour', price: dollars(15) })
  expect(cheapestPlan(25, { hours: 7 })).toEqual({ plan: 'day', price: dollars(25) })
})

test('from five days a week is cheaper, and days after whole weeks are added', () => {
  expect(cheapestPlan(25, { days: 3 })).toEqual({ plan: 'day', price: dollars(75) })
  expect(cheapestPlan(25, { days: 5 })).toEqual({ plan: 'week', price: dollars(100) })
  expect(cheapestPlan(25, { days: 10 })).toEqual({ plan: 'week', price: dollars(175) })
})

test('no two tools share an id, and each is in its own category and costs whole dollars by the hour', () => {
  expect(new Set(ALL_TOOLS.map(({ id }) => id)).size).toBe(ALL_TOOLS.length)
  for (const { id, tools } of ALL_CATEGORIES) expect(tools.map(({ category }) => category)).toEqual(tools.map(() => id))
  for (const { id, dayPrice } of ALL_TOOLS) expect(planPrice(dayPrice, 'hour').cents % 100, id).toBe(0)
})
