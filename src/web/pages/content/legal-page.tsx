import { Printer } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import type { Article } from '#web/texts/article.ts'
import { ArticlesWithContents } from './articles-with-contents.tsx'
import { ContentPage } from './content-page.tsx'
import { LEGAL_NOTICE, PRIVACY, TERMS } from '#web/texts/legal.ts'

type Props = { title: string; lead: string; articles: readonly Article[]; isNumbered?: boolean }

function LegalPage({ title, lead, articles, isNumbered = false }: Props) {
  return (
    <ContentPage title={title} lead={lead}>
      <Button variant="secondary" size="small" className="mb-10 min-h-11 print:hidden" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" /> Print this page
      </Button>
      <ArticlesWithContents articles={articles} isNumbered={isNumbered} />
    </ContentPage>
  )
}

export const TermsPage = () => (
  <LegalPage
    isNumbered
    title="Terms & Condition"
    lead="What you can expect from us, and what we expect from you, in plain English."
    articles={TERMS}
  />
)

export const PrivacyPage = () => (
  <LegalPage title="Privacy" lead="What we keep about you, why and for how long, and how to get a copy or delete it." articles={PRIVACY} />
)

export const LegalNoticePage = () => (
  <LegalPage title="Legal Notice" lead="Who runs this site, and the rules for its content." articles={LEGAL_NOTICE} />
)
