import { useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { leftAtIn, UNNAMED, useEntry } from '#web/lib/page-title.ts'
import { goToPlace, keepPlace, keepPlacesBeyondPage, placeOf } from './scroll-places.ts'
import { keepTranslatable } from './translated-page.ts'

let isOpening = true
// Every page but the home page loads this file, and nothing of the home page changes its text.
keepTranslatable()

/**
 * Restores the scroll position when the visitor returns to a page: by Back or Forward (even from another query or site), a reload, or a
 * link that asks for it (`leftAt`). Otherwise `usePageTitle` positions the page and focuses its heading.
 */
export function KeptPlace({ children }: { children: ReactNode }) {
  const location = useLocation()
  const { key } = location
  const entry = useEntry()
  const isBack = useNavigationType() === 'POP'

  const arrive = useEffectEvent(() => {
    const isNew = isOpening && key === UNNAMED && !isReturn()
    isOpening = false
    const place = isNew ? undefined : placeOf(isBack ? entry : leftAtIn(location.state))
    if (place === undefined) keepPlace(entry)
    else goToPlace(place)
  })
  // While the next page is loading, the address is already that of another entry.
  const keep = useEffectEvent(() => {
    if (((history.state as { key?: string } | null)?.key ?? UNNAMED) === key) keepPlace(entry)
  })
  useLayoutEffect(() => arrive(), [entry])
  useKeptHeading()
  useEffect(() => {
    const onScroll = () => keep()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('pagehide', keepPlacesBeyondPage)
    return () => {
      keepPlacesBeyondPage()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('pagehide', keepPlacesBeyondPage)
    }
  }, [])
  return children
}

/** Whether this document was opened by Back, Forward or a reload. */
function isReturn(): boolean {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return opening?.type === 'back_forward' || opening?.type === 'reload'
}

/**
 * Keeps the focus that a navigation puts on the page's h1: when the loaded content replaces the skeleton's heading, the focus moves to the
 * new one. Otherwise the browser would reset it to the top of the page, and screen readers would say nothing.
 */
function useKeptHeading(): void {
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
