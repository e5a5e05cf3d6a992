import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { brand } from '#shared/brand.ts'

const scrollByEntry = new Map<string, number>()
/** The router's key for the entry that the site was opened with, and for addresses typed by hand. */
const UNNAMED = 'default'
let openedWith: string | undefined
// A link of the prerendered page may have been followed before the script was ready (boot.ts).
let hasNavigated = typeof document !== 'undefined' && document.documentElement.classList.contains('is-leaving')

/**
 * Sets the title "… · Meridian". After a navigation (never on the first load) it also focuses the page's h1, and scrolls
 * to the top, or to where the page was when the visitor goes back to it.
 */
export function usePageTitle(title: string): void {
  // In the same commit as the heading, not some time after it.
  useLayoutEffect(() => {
    document.title = title === '' ? brand.name : `${title} · ${brand.name}`
  }, [title])

  const { key, pathname } = useLocation()
  const entry = `${key} ${pathname}`
  const isBack = useNavigationType() === 'POP'
  const land = useEffectEvent(() => {
    openedWith ??= entry
    if (key !== UNNAMED || entry !== openedWith) hasNavigated = true
    if (hasNavigated) arrive(isBack ? (scrollByEntry.get(entry) ?? 0) : 0)
  })
  const rememberScroll = useEffectEvent(() => void scrollByEntry.set(entry, window.scrollY))

  useLayoutEffect(() => {
    land()
    const remember = () => rememberScroll()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
    // Only a change of page is a navigation: a changed query (filters) must not move the reader.
  }, [pathname])
}

function arrive(scrollTop: number): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
  window.scrollTo(0, scrollTop)
}
