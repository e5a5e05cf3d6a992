import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True in the prerendered page and during hydration, so that both agree; false afterwards. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}
