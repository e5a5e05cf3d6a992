import { useEffect, useRef, useState } from 'react'

const STEPS_MS = 1400

type Props = { to: number; suffix?: string; /** Rests so long after it came into view. */ delayMs: number }

/** Counts from 0 once it is seen. Screen readers and reduced motion get the number at once. */
export function CountUp({ to, suffix = '', delayMs }: Props) {
  const [value, setValue] = useState(0)
  const element = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const target = element.current
    if (!target) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setValue(to)
      return
    }
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
  }, [to, delayMs])

  return (
    <span ref={element}>
      <span aria-hidden="true" className="tabular-nums">
        {value}
        {suffix}
      </span>
      <span className="sr-only">
        {to}
        {suffix}
      </span>
    </span>
  )
}
