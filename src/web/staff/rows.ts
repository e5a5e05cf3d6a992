import { useShortcuts, type Shortcut } from './shortcuts.ts'

/** The rows of a list, marked by `data-row` on their links, for the keys j and k. */
function rows(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
}

/** Index of the focused row; -1 if none. */
export function focusedRow(): number {
  return rows().findIndex((row) => row === document.activeElement)
}

/** Registers the row keys and the page's own shortcuts. `noun` is what a row is called, such as "person". */
export function useRowKeys(title: string, noun: string, more: readonly Shortcut[] = []): void {
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => rows()[focusedRow() + 1]?.focus() },
    { keys: 'k', label: `Previous ${noun}`, run: () => rows()[Math.max(0, focusedRow() - 1)]?.focus() },
    ...more,
  ])
}
