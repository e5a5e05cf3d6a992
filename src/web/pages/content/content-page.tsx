import { createContext, use, type ReactNode } from 'react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import type { PagePicture } from '#web/lib/content-art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import type { MenuItem, MenuLink } from '#web/pages/layout/menus.ts'
import { PictureHeading, QuietHeading, Siblings } from './page-heading.tsx'

export type PageLead = { title: string; description: string }

/** Receives a page's metadata during server rendering; does nothing in a browser. */
export const PageLeadContext = createContext<(lead: PageLead) => void>(() => undefined)

type Props = {
  title: string
  /** One or two sentences on the purpose of the page. */
  lead: string
  trail?: readonly MenuLink[] | undefined
  siblings?: MenuItem
  picture?: PagePicture
  next?: NextStepProps
  children: ReactNode
}

export function ContentPage({ title, lead, trail, siblings, picture, next, children }: Props) {
  usePageTitle(title)
  use(PageLeadContext)({ title, description: lead })
  return (
    <>
      {picture ? (
        <PictureHeading title={title} lead={lead} trail={trail} picture={picture} />
      ) : (
        <QuietHeading title={title} lead={lead} trail={trail} />
      )}
      {siblings && <Siblings of={siblings} />}
      <div className="page-width flex-1 py-12 md:py-20 print:px-0 print:py-6">{children}</div>
      {next && <NextStep {...next} />}
    </>
  )
}

type NextStepProps = { title: string; text: string; action: MenuLink; other?: MenuLink }

function NextStep({ title, text, action, other }: NextStepProps) {
  return (
    <section aria-labelledby="next-step-title" className="page-width pb-16 md:pb-24 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-card bg-sea-tint p-6 sm:p-10">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="next-step-title" className="text-2xl">
            {title}
          </h2>
          <p className="mt-2 max-w-text text-ink-soft">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={action.path}>{action.title}</ButtonLink>
          {other && (
            <ButtonLink to={other.path} variant="secondary">
              {other.title}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}

export function contactAbout(subject: string): string {
  return `${pages.contact}?about=${encodeURIComponent(subject)}`
}
