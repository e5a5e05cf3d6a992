import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { TimedAlert } from '#web/components/timed-alert.tsx'
import { notifiedAt } from '#web/lib/event-channel.ts'

type Notice = { message: string; kind: 'success' | 'warning' }

const useNotices = create<{ notice: Notice | undefined }>(() => ({ notice: undefined }))

export function notify(message: string, kind: Notice['kind'] = 'success'): void {
  useNotices.setState({ notice: { message, kind } })
}

export function Notices() {
  const { notice } = useNotices()
  if (!notice) return null
  return (
    <TimedAlert
      key={notice.message}
      kind={notice.kind}
      milliseconds={5000}
      onClose={() => useNotices.setState({ notice: undefined })}
      // Above the bars that save or answer, and away from the heading and status that it is about.
      place="bottom-22 sm:justify-end sm:right-6"
    >
      {notice.message}
    </TimedAlert>
  )
}

/** Long enough for a notified refetch to have completed. */
const FRESH_MS = 4000
const SHOWN_MS = 8000

/** Says that the displayed data has just been changed by someone else. `data` must keep its identity while unchanged. */
export function UpdatedNote({ data }: { data: unknown }) {
  const seen = useRef(data)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const isFirst = seen.current === undefined
    if (seen.current === data) return
    seen.current = data
    if (!isFirst && Date.now() - notifiedAt() < FRESH_MS) setChanges((count) => count + 1)
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
