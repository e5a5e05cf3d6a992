import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'

type Options = {
  count: number
  /** How long each slide stays, in milliseconds. */
  delayMs: number
  /** Duration of the transition, in milliseconds. */
  speedMs: number
  /** Whether a slide can be shown; the current one stays until the next is ready. */
  isReady?: (index: number) => boolean
}

const REDUCED = '(prefers-reduced-motion: reduce)'

/** A looping slideshow that stops while hovered, focused, hidden or paused by its button. */
export function useSlideshow({ count, delayMs, speedMs, isReady = () => true }: Options) {
  const [current, setCurrent] = useState(0)
  const [isPaused, setIsPaused] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const go = (by: number) => setCurrent((at) => (at + by + count) % count)

  // After the first paint, so that prerendering and hydration agree.
  useEffect(() => {
    if (window.matchMedia(REDUCED).matches) setIsPaused(true)
  }, [])

  const isRunning = !isPaused && !isHovered && !isFocused
  const goOn = useEffectEvent(() => {
    if (!document.hidden && isReady((current + 1) % count)) go(1)
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => goOn(), delayMs + speedMs)
    return () => clearInterval(timer)
  }, [isRunning, delayMs, speedMs])

  const rest = {
    onPointerEnter: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    onFocus: () => setIsFocused(true),
    onBlur: (event: FocusEvent) => setIsFocused(event.currentTarget.contains(event.relatedTarget)),
  }
  return { current, go, isPaused, setIsPaused, isRunning, rest }
}
