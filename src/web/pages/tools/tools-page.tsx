import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { CategoryId } from '#web/features/tools/catalogue/tool.ts'
import { ART } from '#web/lib/art.ts'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { TOOLS } from '#web/pages/layout/menus.ts'
import { ALL_CATEGORIES, CATEGORIES } from '#web/features/tools/catalogue/catalogue.ts'
import { ToolGrid } from '#web/features/tools/tool-card.tsx'

export function ToolsPage() {
  return (
    <ContentPage
      title="Tools for hire"
      lead="Tools we look after ourselves, for an hour, a day or a week. Ask for one and we’ll tell you when you can have it."
      siblings={TOOLS}
      picture={{ record: ART['hero-tools'], focus: 'object-[70%_60%]' }}
      next={{
        title: 'How long do you need it?',
        text: 'An hour costs a fifth of a day, and a week as much as four days. We always charge whichever plan works out cheapest.',
        action: { title: 'Compare the rental plans', path: pages.rentalPlans },
        other: { title: 'Read the safety checklist', path: pages.safety },
      }}
    >
      <div className="space-y-16 md:space-y-20">
        {ALL_CATEGORIES.map(({ id, title, path, lead, tools }) => (
          <section key={id} aria-labelledby={`category-${id}`}>
            <div className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
              <div>
                <h2 id={`category-${id}`} className="text-2xl">
                  {title}
                </h2>
                <p className="mt-2 max-w-text text-ink-soft">{lead}</p>
              </div>
              <Link to={path} className="text-link inline-flex min-h-11 items-center">
                Only {title.toLowerCase()}
              </Link>
            </div>
            <ToolGrid tools={tools} />
          </section>
        ))}
      </div>
    </ContentPage>
  )
}

function ToolCategory({ id }: { id: CategoryId }) {
  const { title, lead, tools } = CATEGORIES[id]
  return (
    <ContentPage
      title={title}
      lead={lead}
      trail={[TOOLS]}
      siblings={TOOLS}
      next={{
        title: 'Not sure which one you need?',
        text: 'Tell us about the job. We would rather lend you the right tool for an hour than the wrong one for a week.',
        action: { title: 'Ask us', path: pages.contact },
        other: { title: 'Compare the rental plans', path: pages.rentalPlans },
      }}
    >
      <h2 className="sr-only">For hire</h2>
      <ToolGrid tools={tools} />
    </ContentPage>
  )
}

export const PowerToolsPage = () => <ToolCategory id="power" />
export const HandToolsPage = () => <ToolCategory id="hand" />
export const ConstructionToolsPage = () => <ToolCategory id="construction" />
export const GardeningToolsPage = () => <ToolCategory id="gardening" />
