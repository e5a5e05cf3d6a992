import { useShortcuts, type Shortcut } from './shortcuts.ts'

/** Offers the keys that go through the rows of a list (`data-row`); a row that is a link is opened by Enter. `noun`: what a row is, such as "person". */
export function useRowKeys(title: string, noun: string, more: readonly Shortcut[] = []): void {
  const rows = () => Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
  const focused = () => rows().findIndex((row) => row === document.activeElement)
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => rows()[focused() + 1]?.focus() },
    { keys: 'k', label: `Previous ${noun}`, run: () => rows()[Math.max(0, focused() - 1)]?.focus() },
    ...more,
  ])
}
