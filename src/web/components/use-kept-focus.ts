import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Returns the focus to what had it before `isBusy` disabled it: otherwise the browser drops the focus to the top of the
 * page, where keyboard users would have to start again. `scope`: the control, or the form around it.
 */
export function useKeptFocus(scope: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const held = useRef<HTMLElement | null>(null)
  // Done before anything else looks at the focus: a dialog that opens now must remember the right opener.
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
