import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns true in the prerendered page and during hydration, so that both agree; false from then on. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
