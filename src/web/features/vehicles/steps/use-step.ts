import { useLocation, useNavigate } from 'react-router'

/** What an entry of the browser's history holds: its step, and the number of the wizard's entries directly before it. */
type Entry = { step: number; depth: number }

/**
 * Returns the step that is shown. Each step is an entry of the browser's history under the same address, so that a phone's
 * Back goes one step back. `kept` is the step of the draft; `furthest` is the last one that may be seen.
 */
export function useStep(kept: number, furthest: number) {
  const { state, pathname } = useLocation() as { state: Partial<Entry> | null; pathname: string }
  const navigate = useNavigate()
  const step = Math.min(state?.step ?? kept, furthest)
  const depth = state?.depth ?? 0

  const goTo = (to: number) => {
    const back = step - to
    if (back > 0 && back <= depth && state?.step === step) return void navigate(-back)
    // The entry that the visitor has arrived on holds no step yet, and Back would show the newest one there.
    if (back < 0 && state?.step !== step) void navigate(pathname, { state: { step, depth }, replace: true })
    const entry: Entry = { step: to, depth: back < 0 ? depth + 1 : 0 }
    void navigate(pathname, { state: entry, replace: back >= 0 })
  }
  return { step, goTo }
}
