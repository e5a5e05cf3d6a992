import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus that a navigation puts on the page's h1. If that was the heading of a loading state, which the content
 * then replaces, the focus moves to the new heading instead of getting lost. Call it after `usePageTitle`.
 */
export function useKeptHeadingFocus(isPending: boolean): void {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isPending) {
      const track = () => {
        hadFocus.current = document.activeElement?.tagName === 'H1'
      }
      track()
      document.addEventListener('focusin', track)
      return () => document.removeEventListener('focusin', track)
    }
    const heading = document.querySelector<HTMLElement>('main h1')
    if (hadFocus.current && heading && document.activeElement === document.body) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    hadFocus.current = false
    return undefined
  }, [isPending])
}
