import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True in the prerendered page and while it is taken over, so that both agree; false from then on. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
