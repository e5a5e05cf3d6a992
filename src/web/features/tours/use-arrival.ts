import { useEffect, useRef } from 'react'

/** The part of the first result that has to be seen, or nobody would know that something has come. */
const LEAST_SEEN = 1 / 3

/** Below this width the search row folds away under the finger that has pressed it (Tailwind's `md`). */
const PHONE = '(width < 48rem)'

/**
 * Brings the results of a search that was sent here into view, where most of the first is below the screen. `shown`: what has arrived;
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
    const first = heading.closest('section')?.querySelector('article') ?? heading
    if (isPhone || shareSeen(first) < LEAST_SEEN) heading.scrollIntoView()
  }, [headingId, shown])
}

/** Returns the part of an element's height that is above the lower edge of the screen, from 0 to 1. */
function shareSeen(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return Math.min(1, Math.max(0, window.innerHeight - top) / height)
}
