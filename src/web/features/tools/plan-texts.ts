import { pages } from '#shared/pages.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'
import type { Duration, Plan } from './hire-prices.ts'

type PlanText = {
  plan: Plan
  title: string
  path: string
  /** One sentence for the comparison. */
  summary: string
  lead: string
  suits: readonly string[]
  rules: readonly string[]
  example: Duration
}

export const PLAN_TEXTS: Readonly<Record<Plan, PlanText>> = {
  hour: {
    plan: 'hour',
    title: 'Hourly',
    path: pages.hourlyPlan,
    summary: 'Each hour costs a fifth of the daily price. For jobs that fit between breakfast and lunch.',
    lead: 'For the job that fits between breakfast and lunch: one shelf, one hedge, one stubborn bolt.',
    suits: ['A few holes, a few cuts, one repair', 'Trying out a tool before you hire it for longer', 'Jobs close to our counter'],
    rules: [
      `The clock starts when the tool leaves our counter and stops when it is back. The minimum is ${MIN_HOURS} hours.`,
      'Part hours are charged as full hours, with the first 15 minutes free.',
      'Five hours cost the same as a day, so after that you pay the daily price and can keep the tool until tomorrow.',
    ],
    example: { hours: 3 },
  },
  day: {
    plan: 'day',
    title: 'Daily',
    path: pages.dailyPlan,
    summary: 'A full day and night, until the same time tomorrow. For most jobs, and most weekends.',
    lead: '24 hours from when you collect it, so a job can run into the evening without a second thought.',
    suits: ['A room to paint, a floor to lay, a lawn left too long', 'Jobs with drying time in between', 'Weekends'],
    rules: [
      'A day is twenty-four hours: out at ten, back by ten the next morning.',
      'Up to an hour late is free. After that we charge by the hour, up to the price of another day.',
      'Four days cost the same as a week, so after that you pay the weekly price and can keep the tool for the rest of the week.',
    ],
    example: { days: 2 },
  },
  week: {
    plan: 'week',
    title: 'Weekly',
    path: pages.weeklyPlan,
    summary: 'Seven days for the price of four. For jobs that depend on weather, plaster or other people.',
    lead: 'Seven days for the price of four, for jobs that depend on weather, drying plaster or other people.',
    suits: ['Renovations, patios, sheds', 'Several jobs with one tool', 'Working in the evenings after work'],
    rules: [
      'A week is exactly seven days and can start on any day.',
      'Extra days cost the daily price, up to the price of another week.',
      'Bring the tool back early and we’ll charge for the time you used, if that’s less.',
    ],
    example: { days: 10 },
  },
}

export const EXAMPLE_DURATIONS: readonly { text: string; duration: Duration }[] = [
  { text: '1 hour', duration: { hours: 1 } },
  { text: '3 hours', duration: { hours: 3 } },
  { text: '6 hours', duration: { hours: 6 } },
  { text: '2 days', duration: { days: 2 } },
  { text: '5 days', duration: { days: 5 } },
  { text: '10 days', duration: { days: 10 } },
]

export function durationText(duration: Duration): string {
  return 'hours' in duration ? `${duration.hours} hours` : `${duration.days} days`
}
