import { useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { keptValues, useKeeping } from './kept-values.ts'
import { useCheckedForm } from './use-checked-form.ts'

type Rules<Values extends FieldValues, Body> = Parameters<typeof useCheckedForm<Values, Body>>[0] & {
  /** What this form is called among all that the tab keeps, with the id of what it is about. */
  keepAs: string
}

/** `start`: what the form began with when somebody began to type. */
type Typed<Values> = { start: Values; values: Values }

/** Runs a form like `useCheckedForm`, and keeps what is typed into it in this tab until it is sent or discarded. */
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
    /** Props of the note that says so. */
    kept: { at: isUnsent ? kept?.at : undefined, isOutdated: kept !== undefined && !isSame(kept.value.start, start), onDiscard: reset },
    /** Forgets what is kept: it has been sent. */
    forget: () => keptValues(key).forget(),
    /** Starts again. */
    reset,
  }
}

/** Returns the parts that somebody has changed on top of what the form begins with now. */
function onTopOf<Values extends FieldValues>(start: Values, { start: before, values }: Typed<Values>): Values {
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, before[name]))
  return { ...start, ...Object.fromEntries(changed) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
