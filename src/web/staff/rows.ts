/** The rows of a list, each with `data-row` at what leads to it, as the keys j and k go through them. */
function rows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
}

/** Returns the place of the row that has the focus; -1 without one. */
export function focusedRow(): number {
  return rows().findIndex((row) => row === document.activeElement)
}

/** Returns the two keys that go through the rows. `noun`: what one of them is called. */
export function rowShortcuts(noun: string) {
  return [
    { keys: 'j', label: `Next ${noun}`, run: () => rows()[focusedRow() + 1]?.focus() },
    { keys: 'k', label: `Previous ${noun}`, run: () => rows()[Math.max(0, focusedRow() - 1)]?.focus() },
  ]
}
