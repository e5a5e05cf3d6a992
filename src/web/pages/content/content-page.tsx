import { createContext, use, type ReactNode } from 'react'
import type { PagePicture } from '#web/lib/content-art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import type { MenuItem, MenuLink } from '#web/pages/layout/menus.ts'
import { NextStep, type NextStepProps } from './next-step.tsx'
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
