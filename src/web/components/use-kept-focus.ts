import { useLayoutEffect, useRef, type RefObject } from 'react'

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

let last: EventTarget | null = null

// The home page is rendered without a document.
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => (last = target))
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element && !target.matches(':disabled')) last = null
  })
}

/** Returns the element that has the focus, or had it until it was disabled: some browsers then take the focus from it straight away. */
export function lastFocused(): HTMLElement | null {
  return last instanceof HTMLElement ? last : null
}
