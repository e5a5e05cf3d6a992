import { useEffect, useRef } from 'react'

/**
 * Moves the focus, after a change of step, to its heading, or to its first wrong field if that is what brought the visitor
 * here; the first step that is shown leaves the page as it is.
 */
export function useStepHeading(step: number, hasProblem: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const element = heading.current
    if (!element) return
    const wrong = hasProblem ? element.parentElement?.querySelector<HTMLElement>('[aria-invalid]') : null
    const target = wrong ?? element
    target.focus({ preventScroll: true })
    const { top } = element.getBoundingClientRect()
    // Anything higher than that lies under the sticky header.
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (top < covered || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' })
  }, [step, hasProblem])
  return heading
}
