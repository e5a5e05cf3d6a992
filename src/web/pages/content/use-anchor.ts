import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Goes to the part of the page that the address names (`#/support/guides#cancelling`), even if it is named twice
 * in a row. Called after `usePageTitle`, which goes to the top of a new page.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!part) return
    const details = part.closest('details')
    if (details) details.open = true
    if (!part.matches('summary, a, button') && !part.hasAttribute('tabindex')) part.tabIndex = -1
    part.focus({ preventScroll: true })
    part.scrollIntoView()
  }, [hash, key])
}
