import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '#shared/brand.ts'

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

let openedWith: string | undefined
// A link on the prerendered page may have been followed before the script was ready (boot.ts).
let hasNavigated = typeof document !== 'undefined' && document.documentElement.classList.contains('is-leaving')

/**
 * Sets the title "… · Meridian". After a navigation (never on the first load) it also focuses the page's h1 and scrolls to the top; after
 * Back, `KeptPlace` then restores the position.
 */
export function usePageTitle(title: string): void {
  // In the same commit as the heading, not some time after it.
  useLayoutEffect(() => {
    document.title = title === '' ? brand.name : `${title} · ${brand.name}`
  }, [title])

  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const land = useEffectEvent(() => {
    const entry = `${key} ${pathname}`
    openedWith ??= entry
    if (key !== UNNAMED || entry !== openedWith) hasNavigated = true
    // The home page is complete before any script runs, so the browser restores its position natively.
    const isLeftToBrowser = pathname === '/'
    history.scrollRestoration = isLeftToBrowser ? 'auto' : 'manual'
    if (!hasNavigated) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    if (!isBack || !isLeftToBrowser) window.scrollTo(0, 0)
  })
  // Only a change of page is a navigation: a changed query (filters) must not move the reader.
  useLayoutEffect(() => land(), [pathname])
}
