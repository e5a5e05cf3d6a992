import { useEffect, useState } from 'react'

/** In milliseconds: what comes sooner needs no bar. */
const DELAY_MS = 150

/** A thin bar along the top, and words for those who do not see it, while a page is on its way. */
export function PageProgress() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* Empty at first: only what changes in it is read out. */}
      <p aria-live="polite" className="sr-only">
        {isLate && 'Loading the page …'}
      </p>
      {isLate && <div role="progressbar" aria-label="Loading the page" className="page-progress" />}
    </>
  )
}
