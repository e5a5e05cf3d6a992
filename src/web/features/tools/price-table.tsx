import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'
import { priceText } from '#web/components/price.tsx'
import { ALL_CATEGORIES } from './catalogue/catalogue.ts'
import { planPrice, PLANS, type Plan } from './hire-prices.ts'

export const PLAN_UNITS: Record<Plan, string> = { hour: 'per hour', day: 'per day', week: 'per week' }

export function ToolPrices({ dayPrice }: { dayPrice: number }) {
  return (
    <dl className="divide-y divide-line">
      {PLANS.map((plan) => (
        <div key={plan} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
          <dt className="text-ink-soft">
            {PLAN_UNITS[plan]}
            {plan === 'hour' && <span className="text-sm">, minimum {MIN_HOURS} hours</span>}
          </dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{priceText(planPrice(dayPrice, plan))}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PlanPrices({ plan }: { plan: Plan }) {
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {ALL_CATEGORIES.map(({ id, title, tools }) => (
        <section key={id} aria-labelledby={`prices-${id}`}>
          <h3 id={`prices-${id}`} className="text-xl">
            {title}
          </h3>
          <ul className="mt-2 divide-y divide-line">
            {tools.map((tool) => (
              <li key={tool.id} className="flex flex-wrap items-center justify-between gap-x-4">
                <Link to={pages.toolDetails(tool.id)} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                  {tool.name}
                </Link>
                <span className="font-semibold tabular-nums">
                  {priceText(planPrice(tool.dayPrice, plan))} <span className="text-sm font-normal text-ink-soft">{PLAN_UNITS[plan]}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
