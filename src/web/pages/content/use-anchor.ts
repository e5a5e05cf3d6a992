import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the section in the address (`#/support/guides#cancelling`), even if the same one is requested twice. Must be called after
 * `usePageTitle`, which scrolls a new page to the top.
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
