import { useLocation, useNavigate } from 'react-router'

/** State of a history entry: its step, and how many wizard entries directly precede it. */
type Entry = { step: number; depth: number }

/**
 * The current step. Each step is a history entry under the same address, so that a phone's Back goes one step back. `kept` is the draft's
 * step; `furthest` is the last one that may be shown.
 */
export function useStep(kept: number, furthest: number) {
  const { state, pathname } = useLocation() as { state: Partial<Entry> | null; pathname: string }
  const navigate = useNavigate()
  const step = Math.min(state?.step ?? kept, furthest)
  const depth = state?.depth ?? 0

  const goTo = (to: number) => {
    const back = step - to
    if (back > 0 && back <= depth && state?.step === step) return void navigate(-back)
    // The visitor's first entry holds no step yet; without one, Back would show the newest step there.
    if (back < 0 && state?.step !== step) void navigate(pathname, { state: { step, depth }, replace: true })
    const entry: Entry = { step: to, depth: back < 0 ? depth + 1 : 0 }
    void navigate(pathname, { state: entry, replace: back >= 0 })
  }
  return { step, goTo }
}
