import { useLayoutEffect, useRef, type RefObject } from 'react'
import { lastFocused } from '#web/lib/last-focused.ts'

/**
 * Restores the focus to the element that `isBusy` had disabled; otherwise the browser would move the focus to the top of the page, where
 * keyboard users would have to start again. `scope` is the control, or the form around it.
 */
export function useKeptFocus(scope: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const held = useRef<HTMLElement | null>(null)
  // Runs before anything else looks at the focus: a dialog opening now must remember the right opener.
  useLayoutEffect(() => {
    if (isBusy) {
      const focused = lastFocused()
      held.current = focused && scope.current?.contains(focused) ? focused : null
      return
    }
    if (document.activeElement === document.body) held.current?.focus({ preventScroll: true })
    held.current = null
  }, [isBusy, scope])
}
