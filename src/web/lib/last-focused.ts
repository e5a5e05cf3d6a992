let last: EventTarget | null = null

// The home page is rendered without a document.
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => (last = target))
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element && !target.matches(':disabled')) last = null
  })
}

/** Returns the element that has the focus, or had it until it was disabled: some browsers then take the focus from it at once. */
export function lastFocused(): HTMLElement | null {
  return last instanceof HTMLElement ? last : null
}
