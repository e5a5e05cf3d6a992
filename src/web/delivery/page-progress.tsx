import { useEffect, useState } from 'react'

/** In milliseconds; anything faster needs no bar. */
const DELAY_MS = 150

/** A thin bar along the top, and a text for screen readers, while a page is loading. */
export function PageProgress() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* Empty at first, because live regions only announce changes. */}
      <p aria-live="polite" className="sr-only">
        {isLate && 'Loading…'}
      </p>
      {isLate && <div role="progressbar" aria-label="Loading the page" className="page-progress" />}
    </>
  )
}
