import { useEffect } from 'react'
import { tabStore } from '#web/lib/tab-store.ts'

/** `at` is the time of the last change (ISO 8601). */
type Kept<Value> = { at: string; value: Value }

/** The tab's store for unsent input, which survives a reload or a visit to another page. */
export function keptValues<Value>(key: string) {
  return tabStore<Kept<Value>>(key, (kept) => {
    const isKept = typeof kept === 'object' && kept !== null && 'at' in kept && 'value' in kept
    return isKept ? (kept as Kept<Value>) : undefined
  })
}

/** Keeps a value in this tab while it is unsent, and has the browser ask before the tab is closed. */
export function useKeeping<Value>(key: string, value: Value, isUnsent: boolean): void {
  useEffect(() => {
    const store = keptValues<Value>(key)
    if (!isUnsent) store.forget()
    // Restoring a value does not change its time.
    else if (JSON.stringify(store.find()?.value) !== JSON.stringify(value)) store.keep({ at: new Date().toISOString(), value })
  }, [key, value, isUnsent])
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsent])
}
