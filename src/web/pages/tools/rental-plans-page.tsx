import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Price, priceText } from '#web/components/price.tsx'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { RENTAL_PLANS } from '#web/pages/layout/menus.ts'
import { POWER_TOOLS } from '#web/features/tools/catalogue/power-tools.ts'
import { cheapestPlan, planPrice, PLANS, pricesFor, type Plan } from '#web/features/tools/hire-prices.ts'
import { durationText, PLAN_TEXTS } from '#web/features/tools/plan-texts.ts'
import { PLAN_UNITS, PlanPrices } from '#web/features/tools/price-table.tsx'
import { WorkedExample } from '#web/features/tools/worked-example.tsx'

const [drill] = POWER_TOOLS

export function RentalPlansPage() {
  return (
    <ContentPage
      title="Rental Plans"
      lead="Three ways to hire a tool, one rule: we work out all three when you bring it back and charge the cheapest."
      siblings={RENTAL_PLANS}
      next={{
        title: 'Found your plan?',
        text: 'Next, choose a tool. Request it with our form and pay when you bring it back.',
        action: { title: 'See all tools', path: pages.tools },
        other: { title: 'Read the hire guide', path: `${pages.guides}#hiring-a-tool` },
      }}
    >
      <ul className="fluid-columns gap-5">
        {PLANS.map((plan) => {
          const { title, path, summary, suits } = PLAN_TEXTS[plan]
          return (
            <li key={plan} className="flex flex-col rounded-card bg-paper p-[min(1.5rem,6vw)] shadow-card lg:p-8">
              <h2 className="text-2xl">{title}</h2>
              <p className="mt-3 text-ink-soft">{summary}</p>
              <Price price={planPrice(drill?.dayPrice ?? 0, plan)} unit={PLAN_UNITS[plan]} className="mt-6" />
              <p className="text-sm text-ink-soft">for a {drill?.name}</p>
              <h3 className="mt-6 font-sans text-base">Suits</h3>
              <ul className="mt-2 mb-8 list-disc space-y-1.5 pl-5">
                {suits.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <ButtonLink to={path} variant="secondary" className="mt-auto">
                {title} prices
              </ButtonLink>
            </li>
          )
        })}
      </ul>
      {drill && <WorkedExample tool={drill} />}
    </ContentPage>
  )
}

function PlanPage({ plan }: { plan: Plan }) {
  const { title, lead, rules, suits } = PLAN_TEXTS[plan]
  return (
    <ContentPage
      title={`${title} hire`}
      lead={lead}
      trail={[RENTAL_PLANS]}
      siblings={RENTAL_PLANS}
      next={{
        title: 'Ready to ask?',
        text: 'Tell us which tool you need and when. We’ll say yes or suggest another day.',
        action: { title: 'Ask for a tool', path: pages.contact },
        other: { title: 'See all tools', path: pages.tools },
      }}
    >
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="rules-title">
          <h2 id="rules-title" className="text-2xl">
            How we count the time
          </h2>
          <ol className="mt-5 space-y-4">
            {rules.map((text, index) => (
              <li key={text} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="flex size-9 shrink-0 items-center justify-center rounded-pill bg-ink font-display font-semibold text-paper"
                >
                  {index + 1}
                </span>
                <p className="pt-1">{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <div className="space-y-6">
          <section aria-labelledby="suits-title" className="rounded-card bg-paper p-6 shadow-card sm:p-8">
            <h2 id="suits-title" className="text-xl">
              Good for
            </h2>
            <ul className="mt-3 list-disc space-y-2 pl-5">
              {suits.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
          <Example plan={plan} />
        </div>
      </div>
      <section aria-labelledby="prices-title" className="mt-16 border-t border-line pt-12 md:mt-20">
        <h2 id="prices-title" className="mb-8 text-2xl">
          {title} prices
        </h2>
        <PlanPrices plan={plan} />
      </section>
    </ContentPage>
  )
}

/** One hire in words, computed as for a bill. */
function Example({ plan }: { plan: Plan }) {
  if (!drill) return null
  const { example } = PLAN_TEXTS[plan]
  const { price } = cheapestPlan(drill.dayPrice, example)
  const others = Object.values(pricesFor(drill.dayPrice, example)).filter((each) => each.cents > price.cents)
  return (
    <section aria-labelledby="plan-example-title" className="rounded-card bg-sea-tint p-6 sm:p-8">
      <h2 id="plan-example-title" className="text-xl">
        For example
      </h2>
      <p className="mt-3">
        A {drill.name} at {priceText(planPrice(drill.dayPrice, plan))} {`per ${plan}`}, kept for {durationText(example)}:{' '}
        <strong>{priceText(price)}</strong>
        <span>{others.length > 0 && `, instead of ${others.map(priceText).join(' or ')} on another plan`}</span>.
      </p>
    </section>
  )
}

export const HourlyPlanPage = () => <PlanPage plan="hour" />
export const DailyPlanPage = () => <PlanPage plan="day" />
export const WeeklyPlanPage = () => <PlanPage plan="week" />
