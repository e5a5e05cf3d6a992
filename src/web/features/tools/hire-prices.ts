import { DEFAULT_CURRENCY, toMoney, type Money } from '#shared/money.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'

export const PLANS = ['hour', 'day', 'week'] as const
export type Plan = (typeof PLANS)[number]

/** An hour costs a fifth of a day; a week costs as much as four days. */
const SHARE_OF_DAY: Record<Plan, number> = { hour: 1 / 5, day: 1, week: 4 }
const DAYS_OF_WEEK = 7

/** `dayPrice` is in whole units. */
export function planPrice(dayPrice: number, plan: Plan): Money {
  return toMoney(dayPrice * SHARE_OF_DAY[plan], DEFAULT_CURRENCY.tool)
}

export type Duration = { hours: number } | { days: number }

/** The price under each plan that suits the duration. Days beyond whole weeks cost at most a week. */
export function pricesFor(dayPrice: number, duration: Duration): Partial<Record<Plan, Money>> {
  const [hour, day, week] = PLANS.map((plan) => planPrice(dayPrice, plan)) as [Money, Money, Money]
  if ('hours' in duration) return { hour: times(hour, Math.max(MIN_HOURS, duration.hours)), day }
  const { days } = duration
  const rest = days % DAYS_OF_WEEK
  if (days < DAYS_OF_WEEK) return { day: times(day, days), week }
  const weekCents = week.cents * Math.floor(days / DAYS_OF_WEEK) + Math.min(rest * day.cents, week.cents)
  return { day: times(day, days), week: { ...week, cents: weekCents } }
}

function times(price: Money, count: number): Money {
  return { ...price, cents: price.cents * count }
}

/** Returns the cheapest plan, which is the one we charge, with its price. */
export function cheapestPlan(dayPrice: number, duration: Duration): { plan: Plan; price: Money } {
  const prices = pricesFor(dayPrice, duration)
  const [first, ...others] = PLANS.flatMap((plan) => {
    const price = prices[plan]
    return price === undefined ? [] : [{ plan, price }]
  })
  if (!first) throw new Error('no plan fits')
  return others.reduce((best, each) => (each.price.cents < best.price.cents ? each : best), first)
}
