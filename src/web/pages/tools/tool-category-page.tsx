import { pages } from '#shared/pages.ts'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { TOOLS } from '#web/pages/layout/menus.ts'
import { CATEGORIES } from '#web/features/tools/catalogue/catalogue.ts'
import type { CategoryId } from '#web/features/tools/catalogue/tool.ts'
import { ToolGrid } from '#web/features/tools/tool-card.tsx'

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
