import { useEffect, useState } from 'react'

/** Specification §9. */
const STICKY_AFTER_PX = 350

export function useIsSticky(): boolean {
  const [isSticky, setIsSticky] = useState(false)
  useEffect(() => {
    const look = () => setIsSticky(window.scrollY > STICKY_AFTER_PX)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isSticky
}
