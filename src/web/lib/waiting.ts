import { createContext, use, useLayoutEffect } from 'react'

/** Is told whether something stands in for a page that is still to come. */
export const WaitingContext = createContext<(isWaiting: boolean) => void>(() => undefined)

/** Says that what calls it stands in for a page, for as long as it is there. */
export function useWaiting(): void {
  const setIsWaiting = use(WaitingContext)
  useLayoutEffect(() => {
    setIsWaiting(true)
    return () => setIsWaiting(false)
  }, [setIsWaiting])
}
