import { pages } from '#shared/pages.ts'
import { ArticlesWithContents } from '#web/pages/content/articles-with-contents.tsx'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { SUPPORT } from '#web/pages/layout/menus.ts'
import { GUIDES } from '#web/texts/guides.ts'

export function GuidesPage() {
  return (
    <ContentPage
      title="Guides"
      lead="How everything works, step by step, and what happens to your money along the way."
      trail={[SUPPORT]}
      siblings={SUPPORT}
      next={{
        title: 'Ready when you are',
        text: 'Whether you’re going away or moving home, looking is free.',
        action: { title: 'Find a tour', path: pages.destinations },
        other: { title: 'Get a quote', path: pages.vehiclePrice },
      }}
    >
      <ArticlesWithContents articles={GUIDES} />
    </ContentPage>
  )
}
