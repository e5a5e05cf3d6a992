import { Menu, Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PanelButton } from '#web/components/modal-panel.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/lib/session.ts'
import { BrandLink } from './brand-link.tsx'
import { MainMenu } from './main-menu.tsx'
import { SEARCH_OVERLAY, SearchOverlay } from './search-overlay.tsx'
import { SIDE_PANEL, SidePanel } from './side-panel.tsx'
import { useIsSticky } from './sticky.ts'
import { TopBar } from './top-bar.tsx'

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
