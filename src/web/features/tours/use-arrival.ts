import { useEffect, useRef } from 'react'

/** How much of the first result must be visible for the visitor to notice that results have arrived. */
const MIN_SEEN = 1 / 3

/** Below this width (Tailwind's `md`) the search row folds away under the finger that pressed Search. */
const PHONE = '(width < 48rem)'

/**
 * Scrolls the results of a search sent on this page into view if most of the first one is below the fold. The focus follows on a phone, and
 * where the search came from a panel that has closed (`isFromElsewhere`). `shown` identifies the results; undefined while loading, or after
 * a link or Back.
 */
export function useArrival(headingId: string, shown: string | undefined, isFromElsewhere: boolean): void {
  const before = useRef(shown)
  useEffect(() => {
    const hasArrived = shown !== undefined && before.current === undefined
    before.current = shown
    const heading = document.getElementById(headingId)
    if (!hasArrived || !heading) return
    const isPhone = window.matchMedia(PHONE).matches
    if (isPhone || isFromElsewhere) heading.focus({ preventScroll: true })
    const first = heading.closest('section')?.querySelector('article') ?? heading
    if (isPhone || shareSeen(first) < MIN_SEEN) heading.scrollIntoView()
  }, [headingId, shown, isFromElsewhere])
}

/** The fraction of an element's height that is above the bottom of the viewport, from 0 to 1. */
function shareSeen(element: Element): number {
  const { top, height } = element.getBoundingClientRect()
  return Math.min(1, Math.max(0, window.innerHeight - top) / height)
}
