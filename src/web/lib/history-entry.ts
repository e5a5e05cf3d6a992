import { useLocation } from 'react-router'

/** The router's key for the entry that the site was opened with, and for addresses typed by hand. */
export const UNNAMED = 'default'

/** Returns the name under which the place of the current entry of the history is kept. */
export function useEntry(): string {
  const { key, pathname } = useLocation()
  return key === UNNAMED ? pathname : key
}

/** Returns the state of a link that leads to where an entry was left. */
export function leftAt(entry: string): { leftAt: string } {
  return { leftAt: entry }
}

/** Returns what `leftAt` has put into a state; empty for any other. */
export function leftAtIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'leftAt' in state ? String(state.leftAt) : ''
}
