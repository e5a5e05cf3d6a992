import { Mail, MapPin, Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { brand } from '#shared/brand.ts'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PanelButton } from '#web/components/modal-panel.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/lib/session.ts'
import { MainMenu } from './main-menu.tsx'
import { SEARCH_OVERLAY, SearchOverlay } from './search-overlay.tsx'
import { SIDE_PANEL, SidePanel } from './side-panel.tsx'
import { BrandLink, SocialLinks } from './brand-links.tsx'

/** Loaded only for signed-in visitors: the first paint for others needs neither it nor its calls. */
const AccountMenu = lazy(async () => ({ default: (await import('#web/features/accounts/account-menu.tsx')).AccountMenu }))

const iconButton = 'flex size-11 items-center justify-center rounded-pill transition-colors hover:bg-sand-deep/70'

export function SiteHeader() {
  const isSticky = useIsSticky()
  const isSignedIn = useSession((session) => session.isAuthenticated)
  return (
    <header className="print:hidden">
      <TopBar />
      {/* Reserves the bar's height in the page while the bar itself is fixed. */}
      <div className="min-h-18 lg:min-h-20">
        <div
          className={classNames(
            'min-h-18 border-b border-line bg-paper lg:min-h-20',
            isSticky && 'drop-in fixed inset-x-0 top-0 z-20 shadow-card',
          )}
        >
          <div className="page-width flex min-h-[inherit] flex-wrap items-center justify-between gap-x-3">
            <BrandLink />
            <MainMenu />
            <div className="flex items-center gap-1 max-lg:ml-auto sm:gap-2">
              <PanelButton panel={SEARCH_OVERLAY} action="open" aria-label="Search" className={classNames(iconButton, 'hidden xs:flex')}>
                <Search aria-hidden="true" className="size-5" />
              </PanelButton>
              {isSignedIn ? (
                <Suspense fallback={<span className="m-0.5 size-10 rounded-pill bg-sand-deep" />}>
                  <AccountMenu />
                </Suspense>
              ) : (
                <ButtonLink to={pages.login} size="small" className="when-signed-out">
                  Login
                </ButtonLink>
              )}
              <PanelButton panel={SIDE_PANEL} action="open" aria-label="Menu" className={classNames(iconButton, 'lg:hidden')}>
                <Menu aria-hidden="true" className="size-6" />
              </PanelButton>
            </div>
          </div>
        </div>
      </div>
      <SearchOverlay />
      <SidePanel />
    </header>
  )
}

function TopBar() {
  return (
    <div className="on-ink bg-night text-on-night">
      <div className="page-width flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-xs">
        <div className="flex min-w-0 flex-1 basis-32 items-center gap-x-6">
          <a href={`mailto:${brand.email}`} className="flex min-h-11 min-w-0 items-center gap-2 hover:text-white hover:underline">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-sun" />
            <span className="truncate">{brand.email}</span>
          </a>
          <span className="hidden items-center gap-2 sm:flex">
            <MapPin aria-hidden="true" className="size-4 shrink-0 text-sun" />
            {brand.address}
          </span>
        </div>
        <SocialLinks className="-mr-2 hidden xs:flex" />
      </div>
    </div>
  )
}

/** Specification §9. */
const STICKY_AFTER_PX = 350

function useIsSticky(): boolean {
  const [isSticky, setIsSticky] = useState(false)
  useEffect(() => {
    const look = () => setIsSticky(window.scrollY > STICKY_AFTER_PX)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isSticky
}
