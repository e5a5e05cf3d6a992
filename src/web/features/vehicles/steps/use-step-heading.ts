import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the new step's heading, or to its first invalid field if that is why the visitor was sent here. The first step shown
 * leaves the focus alone.
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
    // Anything above this lies under the sticky header.
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (top < covered || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' })
  }, [step, hasProblem])
  return heading
}
