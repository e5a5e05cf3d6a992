import { useLayoutEffect, useRef, useState } from 'react'
import { useIsHydrating } from './use-is-hydrating.ts'

const STEPS_MS = 1400

type Props = { to: number; suffix?: string; /** Delay after it comes into view. */ delayMs: number }

/** Counts up from 0 once it is in view. Screen readers, reduced motion and pages without JavaScript get the final number at once. */
export function CountUp({ to, suffix = '', delayMs }: Props) {
  const [value, setValue] = useState(to)
  const element = useRef<HTMLSpanElement>(null)
  const isHydrating = useIsHydrating()
  const [wasThere] = useState(isHydrating)

  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // A prerendered number that is already in view must not restart.
    if (wasThere && isOnScreen(target)) return
    setValue(0)
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const count = (startedAt: number) => (now: number) => {
      const part = Math.min(1, Math.max(0, now - startedAt) / STEPS_MS)
      setValue(Math.round(to * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(count(startedAt))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      timer = setTimeout(() => {
        frame = requestAnimationFrame(count(performance.now()))
      }, delayMs)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [to, delayMs, wasThere])

  return (
    <span ref={element} className="inline-grid">
      <span aria-hidden="true" className="col-start-1 row-start-1 text-right tabular-nums">
        {value}
        {suffix}
      </span>
      {/* Reserves the width of the final number from the start. */}
      <span aria-hidden="true" className="invisible col-start-1 row-start-1 tabular-nums">
        {to}
        {suffix}
      </span>
      <span className="sr-only">
        {to}
        {suffix}
      </span>
    </span>
  )
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
