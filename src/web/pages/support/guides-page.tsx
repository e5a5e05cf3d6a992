import { pages } from '#shared/pages.ts'
import { ArticlesWithContents } from '#web/pages/content/articles-with-contents.tsx'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { SUPPORT } from '#web/pages/layout/menus.ts'
import { GUIDES } from '#web/texts/guides.ts'

export function GuidesPage() {
  return (
    <ContentPage
      title="Guides"
      lead="How things are done here, step by step, and what happens to your money on the way."
      trail={[SUPPORT]}
      siblings={SUPPORT}
      next={{
        title: 'Ready when you are',
        text: 'A place to go, or a home to move: both begin with a look, and neither costs anything.',
        action: { title: 'Find a tour', path: pages.destinations },
        other: { title: 'Get a quote', path: pages.vehiclePrice },
      }}
    >
      <ArticlesWithContents articles={GUIDES} />
    </ContentPage>
  )
}
