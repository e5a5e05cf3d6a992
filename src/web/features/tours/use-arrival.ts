import { useEffect, useRef } from 'react'

/** Below this width the search row folds away under the finger that has pressed it (Tailwind's `md`). */
const PHONE = '(width < 48rem)'

/**
 * Brings the results of a search that was sent here into view, where they are below the screen. `shown`: what has arrived;
 * undefined while nothing has, or for what a link or Back has brought. On a phone the focus goes with them.
 */
export function useArrival(headingId: string, shown: string | undefined): void {
  const before = useRef(shown)
  useEffect(() => {
    const hasArrived = shown !== undefined && before.current === undefined
    before.current = shown
    const heading = document.getElementById(headingId)
    if (!hasArrived || !heading) return
    const isPhone = window.matchMedia(PHONE).matches
    if (isPhone) heading.focus({ preventScroll: true })
    if (isPhone || heading.getBoundingClientRect().top > window.innerHeight * 0.8) heading.scrollIntoView()
  }, [headingId, shown])
}
