import { StrictMode, useCallback, useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react'
import { UNSAFE_createHashHistory as createHashHistory, Router } from 'react-router'
import { WaitingContext } from '#web/lib/waiting.ts'
import { Pages } from '#web/router.tsx'

/** The app in a browser. The prerendered home page renders the same `Pages` in a router of its own (prerender.tsx). */
export function App({ onShown }: { onShown: () => void }) {
  // Before the browser paints: a page that is rendered but still hidden would lose the first key pressed on it.
  useLayoutEffect(onShown, [onShown])
  return (
    <StrictMode>
      <PatientRouter>
        <Pages />
      </PatientRouter>
    </StrictMode>
  )
}

/** How long the previous page stays, in milliseconds, so that nothing flashes on a fast connection. */
const PATIENCE_MS = 500

/**
 * The site's router in a browser. Like `HashRouter` it shows the next page once its script has loaded, but it also shows progress if that
 * takes a while, and eventually replaces the old page by the next one's skeleton.
 */
function PatientRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createHashHistory({ v5Compat: true }))
  const here = useCallback(() => ({ navigationType: history.action, location: history.location }), [history])
  const [shown, setShown] = useState(here)
  const [isPending, startTransition] = useTransition()
  const [isWaiting, setIsWaiting] = useState(false)

  useLayoutEffect(
    () => history.listen(({ action: navigationType, location }) => startTransition(() => setShown({ navigationType, location }))),
    [history],
  )
  useEffect(() => {
    if (!isPending) return
    // Outside a transition React shows the fallback of a page that has not loaded yet.
    const timer = setTimeout(() => setShown(here()), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isPending, here])

  return (
    <WaitingContext value={setIsWaiting}>
      {(isPending || isWaiting) && <PageProgress />}
      <Router {...shown} navigator={history}>
        {children}
      </Router>
    </WaitingContext>
  )
}

/** In milliseconds; anything faster needs no bar. */
const DELAY_MS = 150

/** A thin bar along the top, and a text for screen readers, while a page is loading. */
function PageProgress() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* Empty at first, because live regions only announce changes. */}
      <p aria-live="polite" className="sr-only">
        {isLate && 'Loading…'}
      </p>
      {isLate && <div role="progressbar" aria-label="Loading the page" className="page-progress" />}
    </>
  )
}
