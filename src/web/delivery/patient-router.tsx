import { useCallback, useEffect, useLayoutEffect, useState, useTransition, type ReactNode } from 'react'
import { Router, UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import { WaitingContext } from '#web/lib/waiting.ts'
import { PageProgress } from './page-progress.tsx'

/** In milliseconds: until then the page that is left stays, so that nothing flashes on a fast line. */
const PATIENCE_MS = 500

/**
 * The router of the site in a browser. Like `HashRouter` it shows the next page once its script is there; unlike that one it says so
 * while this takes a while, and in the end gives up the old page for the shape of the next (docs/decisions/0038).
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
    // Outside a transition React shows what stands in for a page that is not there yet.
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
