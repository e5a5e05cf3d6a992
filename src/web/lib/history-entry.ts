import { useLocation } from 'react-router'

/** The router's key for the entry the site was opened with, and for addresses typed by hand. */
export const UNNAMED = 'default'

/** Key under which the current history entry's scroll position is stored. */
export function useEntry(): string {
  const { key, pathname } = useLocation()
  return key === UNNAMED ? pathname : key
}

/** Link state that restores the scroll position of an entry. */
export function leftAt(entry: string): { leftAt: string } {
  return { leftAt: entry }
}

/** Extracts the entry stored by `leftAt`; empty if there is none. */
export function leftAtIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'leftAt' in state ? String(state.leftAt) : ''
}
