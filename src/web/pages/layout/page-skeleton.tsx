import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useWaiting } from '#web/lib/waiting.ts'
import { shapeOf } from '#web/lib/page-shapes.ts'

/** Stands in for a page whose script is on its way, in the shape of that page and from its top. */
export function PageSkeleton() {
  useWaiting()
  useLayoutEffect(() => {
    // Not as the effect's result: newer browsers return a promise.
    window.scrollTo(0, 0)
  }, [])
  return <div data-shape={shapeOf(useLocation().pathname)} className="page-skeleton" />
}
