import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus back to what had it before `isBusy` disabled it: a browser drops it to the page's top, and whoever
 * works by keyboard would start there again. `scope`: the control, or the form around it.
 */
export function useKeptFocus(scope: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const held = useRef<HTMLElement | null>(null)
  // Before anything else looks at the focus: a dialog that opens now must remember the right opener.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isBusy) {
      held.current = focused instanceof HTMLElement && scope.current?.contains(focused) ? focused : null
      return
    }
    if (focused === document.body) held.current?.focus({ preventScroll: true })
    held.current = null
  }, [isBusy, scope])
}
