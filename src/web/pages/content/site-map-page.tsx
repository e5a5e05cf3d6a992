import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/lib/session.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'
import { ContentPage } from './content-page.tsx'
import { SITE_MAP, type MapLink } from './site-map.ts'

const entry = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:text-coral-deep hover:underline md:min-h-9'

export function SiteMapPage() {
  return (
    <ContentPage title="Site Map" lead="Every page of this site, in one place.">
      <p className="mb-10 flex items-center gap-2 text-ink-soft">
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0" /> You need to sign in to see pages marked with a lock.
      </p>
      <div className="gap-x-10 sm:columns-2 lg:columns-3">
        {SITE_MAP.map(({ title, links }) => (
          <section key={title} aria-label={title} className="mb-12 break-inside-avoid-column">
            <h2 className="mb-3 text-2xl">{title}</h2>
            <Links links={links} />
          </section>
        ))}
      </div>
    </ContentPage>
  )
}

function Links({ links, isBelow = false }: { links: readonly MapLink[]; isBelow?: boolean }) {
  // The server renders this page only if the catalogue is open.
  const isHydrating = useIsHydrating()
  const isOpen = isHydrating || isCatalogueOpen()
  const isSignedIn = useSession((session) => session.isAuthenticated) && !isHydrating
  const shown = links.filter(({ isServed, isForGuests }) => (!isServed || isOpen) && !(isForGuests && isSignedIn))
  return (
    <ul className={isBelow ? 'ml-1 border-l border-line pl-4' : ''}>
      {shown.map(({ title, path, needsAccount, isCatalogue, isServed, below }) => (
        <li key={path}>
          {isServed ? (
            <a href={path} className={entry}>
              {title}
            </a>
          ) : (
            <Link to={path} className={classNames(entry, below && 'font-semibold')}>
              {title}
              {needsAccount && !(isCatalogue && isOpen) && <LockKeyhole aria-label="(sign-in required)" className="size-4 text-ink-soft" />}
            </Link>
          )}
          {below && <Links links={below} isBelow />}
        </li>
      ))}
    </ul>
  )
}
