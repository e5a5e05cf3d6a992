import { Suspense, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { OfflineNote } from '#web/components/offline-note.tsx'
import { shapeOf } from '#web/lib/page-shapes.ts'
import { useWaiting } from '#web/lib/waiting.ts'
import { ErrorPage } from './error-page.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function SiteLayout() {
  const location = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        onClick={(event) => {
          // The router uses the hash: following the link would look for a page named "main".
          event.preventDefault()
          document.querySelector<HTMLElement>('main')?.focus()
        }}
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-pill bg-night px-5 py-3 font-semibold text-white focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <SiteHeader />
      {/* Below the header while that is fixed, otherwise at the top. */}
      <OfflineNote className="below-header" />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <ErrorBoundary resetKey={location} fallback={<ErrorPage />}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
    </div>
  )
}

/** A placeholder in the shape of the page whose script is loading, from its top. */
function PageSkeleton() {
  useWaiting()
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which must not become the effect's result.
    window.scrollTo(0, 0)
  }, [])
  return <div data-shape={shapeOf(useLocation().pathname)} className="page-skeleton" />
}
