import { createContext, use, useLayoutEffect } from 'react'

/** Receives whether a placeholder is shown for a page that is still loading. */
export const WaitingContext = createContext<(isWaiting: boolean) => void>(() => undefined)

/** Marks the calling component as a placeholder for a page while it is mounted. */
export function useWaiting(): void {
  const setIsWaiting = use(WaitingContext)
  useLayoutEffect(() => {
    setIsWaiting(true)
    return () => setIsWaiting(false)
  }, [setIsWaiting])
}
