import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { useInheritedFocus } from '#web/components/use-inherited-focus.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useVisit } from './palette-state.ts'

type Props = {
  title: string
  /** The list that the page's entry belongs to. */
  back?: { title: string; path: string }
  note?: ReactNode
  /** At the right; beside the back link, if there is one. */
  actions?: ReactNode
  children: ReactNode
}

/** A console page: its title, which gets the focus on navigation, and its actions, whose focus a heading inherits. */
export function PageFrame({ title, back, note, actions, children }: Props) {
  usePageTitle(`${title} · Console`)
  useVisit(title, useLocation().pathname)
  const region = useInheritedFocus()
  return (
    <div ref={region} className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
      <div data-place="head">
        {back && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 print:hidden">
            <Link
              to={back.path}
              className="-ml-1 inline-flex min-h-11 items-center gap-1 font-semibold text-ink-soft hover:text-ink hover:underline"
            >
              <ChevronLeft aria-hidden="true" className="size-4" />
              {back.title}
            </Link>
            {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
          </div>
        )}
        <header className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5">
            <h1 className={back ? 'text-xl' : 'text-2xl'}>
              <UnbrokenReferences text={title} />
            </h1>
            {note}
          </div>
          {!back && actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      </div>
      {children}
    </div>
  )
}
