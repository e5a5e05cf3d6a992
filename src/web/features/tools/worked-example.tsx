import type { Money } from '#shared/money.ts'
import { MIN_HOURS } from '#shared/tools/public.ts'
import { priceText } from '#web/components/price.tsx'
import { classNames } from '#web/lib/class-names.ts'
import type { Tool } from './catalogue/tool.ts'
import { cheapestPlan, planPrice, PLANS, pricesFor } from './hire-prices.ts'
import { EXAMPLE_DURATIONS, PLAN_TEXTS } from './plan-texts.ts'

/** Prices of one tool for several durations under each plan, computed as for a bill. */
export function WorkedExample({ tool: { name, dayPrice } }: { tool: Tool }) {
  return (
    <section aria-labelledby="example-title" className="mt-16 md:mt-20">
      <h2 id="example-title" className="text-2xl">
        A worked example
      </h2>
      <p className="mt-3 max-w-text text-ink-soft">
        A {name} costs {PLANS.map((plan) => `${priceText(planPrice(dayPrice, plan))} ${WORDS[plan]}`).join(', ')}. You pay the highlighted
        price.
      </p>
      <div
        role="region"
        aria-label="Prices by length of hire"
        // With large text it scrolls sideways, which must work by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative mt-6 overflow-x-auto rounded-card bg-paper shadow-card"
      >
        <table className="w-full min-w-max text-left tabular-nums">
          <thead className="border-b border-line text-sm text-ink-soft">
            <tr>
              <th scope="col" className={CELL}>
                Length of hire
              </th>
              {PLANS.map((plan) => (
                <th key={plan} scope="col" className={CELL}>
                  {PLAN_TEXTS[plan].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {EXAMPLE_DURATIONS.map(({ text, duration }) => {
              const prices = pricesFor(dayPrice, duration)
              const cheapest = cheapestPlan(dayPrice, duration)
              return (
                <tr key={text}>
                  <th scope="row" className={classNames(CELL, 'font-semibold')}>
                    {text}
                  </th>
                  {PLANS.map((plan) => (
                    <td key={plan} className={CELL}>
                      <ExamplePrice price={prices[plan]} isCheapest={plan === cheapest.plan} />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="mt-4 text-sm text-ink-soft">
        Hourly hire is for a minimum of {MIN_HOURS} hours. Extra days after full weeks cost the daily price, up to the price of another
        week.
      </p>
    </section>
  )
}

const CELL = 'px-4 py-3 sm:px-6'
const WORDS = { hour: 'an hour', day: 'a day', week: 'a week' } as const

function ExamplePrice({ price, isCheapest }: { price: Money | undefined; isCheapest: boolean }) {
  if (price === undefined) return <span className="text-ink-soft">–</span>
  if (!isCheapest) return priceText(price)
  return (
    <strong className="-mx-2 rounded-pill bg-sea px-2 py-1 font-semibold text-paper">
      {priceText(price)}
      <span className="sr-only">, the cheapest</span>
    </strong>
  )
}
