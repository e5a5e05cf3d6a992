import { useShortcuts } from './shortcuts.ts'

/** Goes through the rows of a list by keyboard: each has one link or button marked `data-row`. `noun`: what a row is. */
export function useRowShortcuts(title: string, noun: string): void {
  const rows = () => Array.from(document.querySelectorAll<HTMLElement>('[data-row]'))
  const focused = () => rows().findIndex((row) => row === document.activeElement)
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => rows()[focused() + 1]?.focus() },
    { keys: 'k', label: `Previous ${noun}`, run: () => rows()[Math.max(0, focused() - 1)]?.focus() },
    { keys: 'o', label: `Open the ${noun}`, run: () => rows()[Math.max(0, focused())]?.click() },
  ])
}
