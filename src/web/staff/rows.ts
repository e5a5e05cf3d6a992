import { useShortcuts, type Shortcut } from './shortcuts.ts'

/** The rows of a list, each with `data-row` at what leads to it, as the keys j and k go through them. */
function rows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
}

/** Returns the place of the row that has the focus; -1 without one. */
export function focusedRow(): number {
  return rows().findIndex((row) => row === document.activeElement)
}

/** Offers the keys that go through the rows of a list, and what else its page offers. `noun`: what a row is called, such as "person". */
export function useRowKeys(title: string, noun: string, more: readonly Shortcut[] = []): void {
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => rows()[focusedRow() + 1]?.focus() },
    { keys: 'k', label: `Previous ${noun}`, run: () => rows()[Math.max(0, focusedRow() - 1)]?.focus() },
    ...more,
  ])
}
