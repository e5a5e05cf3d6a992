import { consolePages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PageFrame } from './page-frame.tsx'

export function MissingPage() {
  return (
    <PageFrame title="Page Not Found">
      <p className="text-ink-soft">This page doesn’t exist, or your role doesn’t have access to it.</p>
      <ButtonLink to={consolePages.today} size="small" variant="secondary" className="mt-5">
        Go to the console home page
      </ButtonLink>
    </PageFrame>
  )
}
