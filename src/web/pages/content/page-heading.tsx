import { Fragment } from 'react'
import { Link, NavLink } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { classNames } from '#web/lib/class-names.ts'
import type { PagePicture } from '#web/lib/content-art.ts'
import type { MenuItem, MenuLink } from '#web/pages/layout/menus.ts'

type Props = { title: string; lead: string; trail: readonly MenuLink[] | undefined }

/** The top of a page with one large picture. */
export function PictureHeading({ title, lead, trail, picture }: Props & { picture: PagePicture }) {
  return (
    <div className="on-ink relative isolate bg-night print:bg-transparent">
      <Picture
        picture={picture.record}
        alt=""
        sizes="100vw"
        priority
        className="absolute inset-0 -z-10 h-full print:hidden"
        imageClassName={picture.focus}
      />
      <div className="absolute inset-0 -z-10 bg-linear-to-t from-night/90 via-night/70 to-night/60 lg:bg-linear-to-r lg:from-night/90 lg:via-night/75 lg:via-45% lg:to-night/10 print:hidden" />
      <div className="page-width pt-6 pb-12 text-white md:pt-8 md:pb-20 print:p-0 print:text-ink">
        <Trail trail={trail} title={title} isOnInk />
        <h1 className="mt-16 max-w-[18ch] text-4xl md:mt-28">{title}</h1>
        <p className="mt-4 max-w-[52ch] text-lg text-balance">{lead}</p>
      </div>
    </div>
  )
}

export function QuietHeading({ title, lead, trail }: Props) {
  return (
    <div className="border-b border-line bg-paper print:border-0">
      <div className="page-width pt-6 pb-10 md:pt-8 md:pb-14 print:p-0">
        <Trail trail={trail} title={title} />
        <h1 className="mt-8 text-3xl md:mt-10">{title}</h1>
        <p className="mt-4 max-w-text text-lg text-balance text-ink-soft">{lead}</p>
      </div>
    </div>
  )
}

export function Trail({ trail, title, isOnInk = false }: { trail: readonly MenuLink[] | undefined; title: string; isOnInk?: boolean }) {
  const quiet = isOnInk ? 'text-on-night' : 'text-ink-soft'
  return (
    <nav aria-label="Breadcrumb" className={classNames('text-sm print:hidden', quiet)}>
      <ol className="flex flex-wrap items-center gap-x-2">
        {[{ title: 'Home', path: pages.home }, ...(trail ?? [])].map((link) => (
          <Fragment key={link.path}>
            <li>
              <Link to={link.path} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                {link.title}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
          </Fragment>
        ))}
        <li aria-current="page" className={classNames('font-semibold', isOnInk ? 'text-white' : 'text-ink')}>
          {title}
        </li>
      </ol>
    </nav>
  )
}

export function Siblings({ of: { title, path, submenu } }: { of: MenuItem }) {
  return (
    <nav aria-label={title} className="border-b border-line bg-paper print:hidden">
      <ul className="page-width flex flex-wrap gap-x-7">
        {[{ title: `All ${title}`, path }, ...(submenu ?? [])].map((link) => (
          <li key={link.path}>
            <NavLink
              end
              to={link.path}
              className="-mb-px inline-flex min-h-13 items-center border-b-3 border-transparent text-sm font-semibold text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink"
            >
              {link.title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
