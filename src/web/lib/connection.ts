import { useSyncExternalStore } from 'react'

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether to preload things likely to be wanted: not offline, nor for visitors who have asked to save data. */
export function mayLoadAhead(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return navigator.onLine && connection?.saveData !== true
}

/** Whether the device is online, as far as the browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
}
