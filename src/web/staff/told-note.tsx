import { useEffect, useRef, useState } from 'react'
import { toldAt } from '#web/lib/event-channel.ts'

/** Long enough for a notified refetch to have completed. */
const FRESH_MS = 4000
const SHOWN_MS = 8000

/** Says that the displayed data has just been changed by someone else. `data` must keep its identity while unchanged. */
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
