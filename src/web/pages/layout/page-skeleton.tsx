import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useWaiting } from '#web/lib/waiting.ts'
import { shapeOf } from '#web/lib/page-shapes.ts'

/** A placeholder in the shape of the page whose script is loading, from its top. */
export function PageSkeleton() {
  useWaiting()
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which must not become the effect's result.
    window.scrollTo(0, 0)
  }, [])
  return <div data-shape={shapeOf(useLocation().pathname)} className="page-skeleton" />
}
