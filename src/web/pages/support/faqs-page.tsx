import { ChevronDown } from 'lucide-react'
import { pages } from '#shared/pages.ts'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { RichText, useAnchor } from '#web/pages/content/rich-text.tsx'
import { SUPPORT } from '#web/pages/layout/menus.ts'
import { FAQ_GROUPS, type Faq } from '#web/texts/faqs.ts'

export function FaqsPage() {
  return (
    <ContentPage
      title="FAQs"
      lead="Short answers to our most common questions."
      trail={[SUPPORT]}
      siblings={SUPPORT}
      next={{
        title: 'Can’t find your question?',
        text: 'Ask us. If other people want to know too, we’ll add the answer here.',
        action: { title: 'Ask us', path: pages.contact },
        other: { title: 'Read the guides', path: pages.guides },
      }}
    >
      <Questions />
    </ContentPage>
  )
}

/** A separate component, so that it scrolls to the question in the address after the page has scrolled to its top. */
function Questions() {
  useAnchor()
  return (
    <div className="space-y-12">
      {FAQ_GROUPS.map(({ id, title, faqs }) => (
        <section key={id} aria-labelledby={`faqs-${id}`} className="grid gap-x-12 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
          <h2 id={`faqs-${id}`} className="text-2xl">
            {title}
          </h2>
          <div className="divide-y divide-line border-y border-line">
            {faqs.map((faq) => (
              <Question key={faq.id} {...faq} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Question({ id, question, answer }: Faq) {
  return (
    <details name="faq" className="group">
      <summary
        id={id}
        className="flex min-h-14 list-none items-center justify-between gap-6 py-3 text-lg font-semibold text-pretty hover:text-coral-deep [&::-webkit-details-marker]:hidden"
      >
        {question}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <p className="max-w-text pb-6">
        <RichText text={answer} />
      </p>
    </details>
  )
}
