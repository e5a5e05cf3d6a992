import { useEffect, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { tabStore } from '#web/lib/tab-store.ts'
import { useCheckedForm } from './use-checked-form.ts'

type Rules<Values extends FieldValues, Body> = Parameters<typeof useCheckedForm<Values, Body>>[0] & {
  /** Key of the form in the tab's storage, including the id of its subject. */
  keepAs: string
}

/** `start` holds the initial values at the time of the first input. */
type Typed<Values> = { start: Values; values: Values }

/** Like `useCheckedForm`, but keeps the input in this tab until it is sent or discarded. */
export function useKeptForm<Values extends FieldValues, Body>({ keepAs, ...rules }: Rules<Values, Body>) {
  const key = `form-1 ${keepAs}`
  const [kept, setKept] = useState(() => keptValues<Typed<Values>>(key).find())
  const [start, setStart] = useState(rules.start)
  const form = useCheckedForm<Values, Body>({ ...rules, start: kept ? onTopOf(start, kept.value) : start })
  const typed = useMemo(() => ({ start, values: form.values }), [start, form.values])
  const isUnsent = !isSame(form.values, start)
  useKeeping(key, typed, isUnsent)
  const reset = () => {
    setKept(undefined)
    setStart(rules.start)
    form.reset(rules.start)
  }
  return {
    ...form,
    /** Props of the note about restored input. */
    kept: { at: isUnsent ? kept?.at : undefined, isOutdated: kept !== undefined && !isSame(kept.value.start, start), onDiscard: reset },
    /** Forgets the kept input, once it has been sent. */
    forget: () => keptValues(key).forget(),
    reset,
  }
}

/** Applies the fields the user changed to the current initial values. */
function onTopOf<Values extends FieldValues>(start: Values, { start: before, values }: Typed<Values>): Values {
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, before[name]))
  return { ...start, ...Object.fromEntries(changed) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

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
