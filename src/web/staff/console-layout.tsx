import { lazy, Suspense, type ComponentProps } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { OfflineNote } from '#web/components/offline-note.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useWaiting } from '#web/lib/waiting.ts'
import { ConsoleNavigation } from './console-navigation.tsx'
import { Notices } from './notices.tsx'
import { openPalette, PALETTE_KEYS, usePalette, usePaletteKey } from './palette-state.ts'
import { closeHelp, listShortcuts, turnShortcuts, useShortcutKeys, useShortcuts, useShortcutState } from './shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx'))

/** The navigation (at the side, or on top on narrow screens) and the page. */
export function ConsoleLayout({ pages }: ComponentProps<typeof ConsoleNavigation>) {
  const location = useLocation()
  const go = useNavigate()
  const isPaletteOpen = usePalette((state) => state.isOpen)
  useShortcutKeys()
  usePaletteKey()
  useShortcuts('Anywhere', [
    { keys: PALETTE_KEYS, label: 'Find anything', run: openPalette },
    ...pages.map(({ title, path, key }) => ({ keys: `g ${key}`, label: `Go to ${title}`, run: () => void go(path) })),
  ])
  return (
    <div className="flex min-h-dvh flex-col text-sm md:flex-row">
      <a
        href="#main"
        onClick={(event) => {
          // The router uses the hash: following the link would look for a page named "main".
          event.preventDefault()
          document.querySelector<HTMLElement>('main')?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-pill bg-sun px-5 py-3 font-semibold text-night focus:translate-y-0"
      >
        Skip to content
      </a>
      <ConsoleNavigation pages={pages} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1">
        <ErrorBoundary resetKey={location} fallback={<FailedPage />}>
          <Suspense fallback={<WaitingPage />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ShortcutHelp />
      {isPaletteOpen && (
        <Suspense>
          <Palette pages={pages} />
        </Suspense>
      )}
      <Notices />
      <OfflineNote className="fixed inset-x-0 bottom-0 z-30" />
    </div>
  )
}

function WaitingPage() {
  useWaiting()
  return (
    <div aria-busy="true" className="mx-auto max-w-6xl space-y-4 px-4 py-6 sm:px-6 lg:px-10 lg:py-9">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-72" />
    </div>
  )
}

function FailedPage() {
  return (
    <div className="mx-auto max-w-2xl px-4 py-10">
      <Alert
        title="We couldn’t show this page"
        action={
          <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        None of your work is lost. The site may have been updated since you opened it.
      </Alert>
    </div>
  )
}

function ShortcutHelp() {
  const { isHelpOpen, isOff } = useShortcutState()
  return (
    <Dialog isOpen={isHelpOpen} onClose={closeHelp} title="Keyboard shortcuts" size="small">
      {isHelpOpen &&
        listShortcuts().map(({ title, shortcuts }) => (
          <section key={title} className="mb-5">
            <h3 className="mb-1 font-sans text-xs font-semibold tracking-wide text-ink-soft uppercase">{title}</h3>
            <dl className="divide-y divide-line">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex items-center justify-between gap-4 py-2">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    {keys.split(' ').map((key) => (
                      <kbd
                        key={key}
                        className="min-w-7 rounded-[6px] border border-line-strong bg-sand px-2 py-0.5 text-center font-sans text-xs"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <label className="flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={!isOff}
          onChange={(event) => turnShortcuts(!event.target.checked)}
          className="size-5 accent-coral-deep"
        />
        Single-key shortcuts are on
      </label>
    </Dialog>
  )
}
