import { useEffect, useState } from 'react'

/** Specification §9. */
const STICKY_AFTER_PX = 350

/** Returns whether the page has been scrolled so far that the header becomes sticky. */
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
