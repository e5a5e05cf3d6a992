import { useEffect } from 'react'
import { tabStore } from '#web/lib/tab-store.ts'

/** `at`: the moment (ISO) at which it was last changed. */
type Kept<Value> = { at: string; value: Value }

/** Returns where this tab keeps what somebody has typed and not sent: over a reload, or a visit to another page and back. */
export function keptValues<Value>(key: string) {
  return tabStore<Kept<Value>>(key, (kept) => {
    const isKept = typeof kept === 'object' && kept !== null && 'at' in kept && 'value' in kept
    return isKept ? (kept as Kept<Value>) : undefined
  })
}

/** Keeps a value in this tab while it is not sent, and lets the browser ask before the tab is closed. */
export function useKeeping<Value>(key: string, value: Value, isUnsent: boolean): void {
  useEffect(() => {
    const store = keptValues<Value>(key)
    if (!isUnsent) store.forget()
    // What is only shown again keeps the time at which it was typed.
    else if (JSON.stringify(store.find()?.value) !== JSON.stringify(value)) store.keep({ at: new Date().toISOString(), value })
  }, [key, value, isUnsent])
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsent])
}
