import { Suspense } from 'react'
import { Route } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { SignedInOnly } from '#web/lib/guards.tsx'
import { callingPage } from './delivery/lazy-page.tsx'
import { ErrorPage } from './pages/layout/error-page.tsx'

const ConsoleEntrance = callingPage(() => import('./console-entrance.tsx'), 'ConsoleEntrance')

/** The staff console; this is the only part of it that travellers load. */
export const consoleRoute = (
  <Route element={<SignedInOnly />}>
    <Route
      path={`${consolePages.today}/*`}
      element={
        <ErrorBoundary resetKey={undefined} fallback={<ErrorPage />}>
          <Suspense fallback={<div className="min-h-dvh" />}>
            <ConsoleEntrance />
          </Suspense>
        </ErrorBoundary>
      }
    />
  </Route>
)
