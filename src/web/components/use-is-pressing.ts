import { useEffect, useRef } from 'react'

/** Tracks whether a button is being pressed, anywhere on the page. */
export function useIsPressing() {
  const isPressing = useRef(false)
  useEffect(() => {
    const press = (event: PointerEvent) => {
      isPressing.current = event.target instanceof Element && event.target.closest('button') !== null
    }
    // Waits for the click that follows the release.
    const release = () => setTimeout(() => (isPressing.current = false))
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return isPressing
}
