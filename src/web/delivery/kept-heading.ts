import { useEffect } from 'react'

/**
 * Keeps the focus that a navigation puts on the page's h1: when the loaded content replaces the skeleton's heading, the focus moves to the
 * new one. Otherwise the browser would reset it to the top of the page, and screen readers would say nothing.
 */
export function useKeptHeading(): void {
  useEffect(() => {
    let focused: Element | null
    const track = () => {
      focused = document.activeElement
    }
    const observer = new MutationObserver(() => {
      if (focused?.localName !== 'h1' || focused.isConnected || document.activeElement !== document.body) return
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
    track()
    document.addEventListener('focusin', track)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', track)
      observer.disconnect()
    }
  }, [])
}
