import { ArrowLeft, Keyboard, LogOut, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { brand } from '#shared/brand.ts'
import { consolePages, pages as sitePages } from '#shared/pages.ts'
import { ROLE_NAMES } from '#shared/accounts/staff.ts'
import { useCurrentInView } from '#web/components/use-current-in-view.ts'
import { Avatar } from '#web/features/accounts/avatar.tsx'
import { leave } from '#web/features/accounts/sign-out.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSession } from '#web/lib/session.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import type { pagesFor } from './console-pages.ts'
import { useMember } from './member.ts'
import { openPalette, PALETTE_KEYS } from './palette-state.ts'
import { openHelp } from './shortcuts.ts'

const entry = 'flex min-h-11 shrink-0 items-center gap-3 rounded-field px-3 font-medium transition-colors md:min-h-10'
const quiet = 'text-on-night hover:bg-white/10 hover:text-white'

/** The brand, the console's pages, the signed-in user and the link back to the site. */
export function ConsoleNavigation({ pages }: { pages: ReturnType<typeof pagesFor> }) {
  const row = useCurrentInView(useLocation().pathname)
  return (
    // With text at 200% it would take a third of a phone's screen, so there it scrolls away.
    <header className="on-ink z-20 flex flex-col bg-night text-white min-[18rem]:sticky min-[18rem]:top-0 md:h-dvh md:w-56 md:shrink-0 md:overflow-y-auto lg:w-60 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-2 md:pt-5 lg:px-5">
        <Link to={consolePages.today} className="inline-flex min-h-11 items-center max-md:flex-wrap gap-x-2 lg:gap-x-2.5">
          <img src={brand.pictures.logoOnInk} alt="" width={28} height={28} className="size-7" />
          <span className="font-display text-lg font-semibold">{brand.name}</span>
          <span className="rounded-pill border border-white/35 px-2 py-0.5 text-xs text-on-night max-xs:sr-only">Console</span>
        </Link>
        <div className="flex items-center md:hidden">
          <Actions isNarrow />
        </div>
      </div>
      <nav ref={row} aria-label="Console" className="px-2 pb-2 max-md:overflow-x-auto md:flex-1 md:px-3 md:pt-6">
        <ul className="flex gap-1 md:flex-col">
          {pages.map(({ title, path, icon: Icon }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === consolePages.today}
                className={({ isActive }) => classNames(entry, isActive ? 'bg-white/15 text-white' : quiet)}
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="hidden border-t border-white/15 p-3 md:block">
        <SignedIn />
        <Actions />
      </div>
    </header>
  )
}

function SignedIn() {
  const { name, role } = useMember()
  const image = useSession((session) => session.profileImage)
  return (
    <div className="mb-2 flex items-center gap-3 px-2 pt-1">
      <Avatar name={name} image={image} className="size-9" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-xs text-on-night">{ROLE_NAMES[role]}</p>
      </div>
    </div>
  )
}

function Actions({ isNarrow = false }: { isNarrow?: boolean }) {
  const { name, role } = useMember()
  const { run: logOut } = useSingleCall(leave)
  const look = classNames(entry, quiet, isNarrow ? 'size-11 max-h-[14vw] min-h-0! max-w-[14vw] justify-center px-0!' : 'w-full')
  const label = (text: string): ReactNode => <span className={isNarrow ? 'sr-only' : undefined}>{text}</span>
  return (
    <>
      {isNarrow && (
        <p className="sr-only">
          Signed in as {name}, {ROLE_NAMES[role]}
        </p>
      )}
      <button type="button" onClick={openPalette} className={look}>
        <Search aria-hidden="true" className="size-4.5 shrink-0" />
        {label('Find')}
        {!isNarrow && <kbd className="ml-auto rounded-[6px] border border-white/30 px-1.5 font-sans text-xs">{PALETTE_KEYS}</kbd>}
      </button>
      <button type="button" onClick={openHelp} className={classNames(look, 'max-md:hidden')}>
        <Keyboard aria-hidden="true" className="size-4.5 shrink-0" />
        Shortcuts
        <kbd className="ml-auto rounded-[6px] border border-white/30 px-1.5 font-sans text-xs">?</kbd>
      </button>
      <Link to={sitePages.home} className={look}>
        <ArrowLeft aria-hidden="true" className="size-4.5 shrink-0" />
        {label('Back to the site')}
      </Link>
      <button type="button" onClick={() => logOut()} className={look}>
        <LogOut aria-hidden="true" className="size-4.5 shrink-0" />
        {label('Logout')}
      </button>
    </>
  )
}
