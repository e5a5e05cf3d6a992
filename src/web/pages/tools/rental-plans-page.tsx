import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Price } from '#web/components/price.tsx'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { RENTAL_PLANS } from '#web/pages/layout/menus.ts'
import { POWER_TOOLS } from '#web/features/tools/catalogue/power-tools.ts'
import { planPrice, PLANS } from '#web/features/tools/hire-prices.ts'
import { PLAN_TEXTS } from '#web/features/tools/plan-texts.ts'
import { PLAN_UNITS } from '#web/features/tools/price-table.tsx'
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
