import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for an element with `tabIndex={-1}`, which gets the focus when `state` changes and the control that had the focus is
 * gone with the state before: the browser would drop it to the top of the page, and screen readers would not read what came instead.
 */
export function useReplacedFocus(state: unknown) {
  const region = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  const wasUsed = useRef(false)
  useLayoutEffect(() => {
    const track = ({ target }: FocusEvent) => {
      wasUsed.current ||= region.current?.contains(target as Node) === true
    }
    document.addEventListener('focusin', track)
    return () => document.removeEventListener('focusin', track)
  }, [])
  useLayoutEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (wasUsed.current && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [state])
  return region
}
