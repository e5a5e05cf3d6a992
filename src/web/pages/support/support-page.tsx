import { BookOpen, CircleHelp, Mail, Phone, ShieldCheck, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { ART } from '#web/lib/art.ts'
import { ContentPage } from '#web/pages/content/content-page.tsx'
import { TextLink } from '#web/pages/content/rich-text.tsx'
import { SUPPORT } from '#web/pages/layout/menus.ts'
import { FAQ_GROUPS } from '#web/texts/faqs.ts'
import { GUIDES } from '#web/texts/guides.ts'

const DOORS: readonly { icon: LucideIcon; title: string; text: string; path: string }[] = [
  { icon: BookOpen, title: 'Guides', text: 'How to book, cancel, move and hire, step by step.', path: pages.guides },
  { icon: ShieldCheck, title: 'Safety', text: 'A checklist for tools, ladders, vans and mountains.', path: pages.safety },
  { icon: CircleHelp, title: 'FAQs', text: 'Short answers to our most common questions.', path: pages.faqs },
]

const FIRST_QUESTIONS = ['refund-amount', 'payment-failed', 'quote-binding', 'change-date', 'which-plan', 'delete']

export function SupportPage() {
  const faqs = FAQ_GROUPS.flatMap((group) => group.faqs)
  return (
    <ContentPage
      title="Support"
      lead="Answers, bookings and cancellations are available here day and night. And there are people to talk to, too."
      siblings={SUPPORT}
      picture={{ record: ART['auth-background'], focus: 'object-[64%_100%]' }}
      next={{
        title: 'Still stuck?',
        text: 'Tell us what happened, with your booking reference if you have one. Someone in London will read it and reply.',
        action: { title: 'Write to us', path: pages.contact },
      }}
    >
      <ul className="fluid-columns gap-5">
        {DOORS.map((door) => (
          <Door key={door.path} {...door} />
        ))}
      </ul>
      <div className="mt-16 grid gap-x-16 gap-y-12 md:mt-20 lg:grid-cols-[1fr_1fr]">
        <section aria-labelledby="asked-title">
          <h2 id="asked-title" className="text-2xl">
            Most asked
          </h2>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {FIRST_QUESTIONS.map((id) => (
              <li key={id}>
                <Link to={`${pages.faqs}#${id}`} className="flex min-h-13 items-center py-2 hover:text-coral-deep">
                  {faqs.find((faq) => faq.id === id)?.question}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="guides-title">
          <h2 id="guides-title" className="text-2xl">
            Step by step
          </h2>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {GUIDES.map(({ id, title }) => (
              <li key={id}>
                <Link to={`${pages.guides}#${id}`} className="flex min-h-13 items-center py-2 hover:text-coral-deep">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section aria-labelledby="people-title" className="mt-16 md:mt-20">
        <h2 id="people-title" className="text-2xl">
          Talk to a person
        </h2>
        <p className="mt-3 max-w-text text-ink-soft">
          For a trip that starts today or tomorrow, please call. For anything else, an email or{' '}
          <TextLink to={pages.contact}>the form</TextLink> is best, because we can read it at any time and it has your reference.
        </p>
        <p className="mt-4 flex flex-wrap gap-x-10 gap-y-1">
          <a href={brand.phoneHref} className="text-link inline-flex min-h-11 items-center gap-3">
            <Phone aria-hidden="true" className="size-5" /> {brand.phone}
          </a>
          <a href={`mailto:${brand.email}`} className="text-link inline-flex min-h-11 items-center gap-3 wrap-anywhere">
            <Mail aria-hidden="true" className="size-5 shrink-0" /> {brand.email}
          </a>
        </p>
      </section>
    </ContentPage>
  )
}

function Door({ icon: Icon, title, text, path }: (typeof DOORS)[number]) {
  return (
    <li className="group relative rounded-card bg-paper p-6 shadow-card transition-shadow hover:shadow-lift sm:p-8">
      <span className="flex size-12 items-center justify-center rounded-pill bg-sea-tint text-sea">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <h2 className="mt-5 text-xl">
        <Link
          to={path}
          className="group-hover:text-coral-deep after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-coral-deep"
        >
          {title}
        </Link>
      </h2>
      <p className="mt-1 text-ink-soft">{text}</p>
    </li>
  )
}
