import { useCallback, useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react'
import { Router, UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import { WaitingContext } from '#web/lib/waiting.ts'
import { PageProgress } from './page-progress.tsx'

/** How long the previous page stays, in milliseconds, so that nothing flashes on a fast connection. */
const PATIENCE_MS = 500

/**
 * The site's router in a browser. Like `HashRouter` it shows the next page once its script has loaded, but it also shows progress if that
 * takes a while, and eventually replaces the old page by the next one's skeleton.
 */
export function PatientRouter({ children }: { children: ReactNode }) {
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
