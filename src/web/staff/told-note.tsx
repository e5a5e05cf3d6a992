import { useEffect, useRef, useState } from 'react'
import { toldAt } from '#web/lib/told.ts'

/** What is read again because it was told of has come by then. */
const FRESH_MS = 4000
const SHOWN_MS = 8000

/** Says that what is shown has just been changed by somebody else. `data`: what is shown, the same object for as long as it is the same. */
export function ToldNote({ data }: { data: unknown }) {
  const seen = useRef(data)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (seen.current === data) return
    seen.current = data
    if (!isFirst && Date.now() - toldAt() < FRESH_MS) setChanges((count) => count + 1)
  }, [data])
  useEffect(() => {
    if (changes === 0) return undefined
    const timer = setTimeout(() => setChanges(0), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes])
  return (
    <p role="status" className="mb-3 text-ink-soft empty:hidden">
      {changes > 0 && 'This has just been updated.'}
    </p>
  )
}
