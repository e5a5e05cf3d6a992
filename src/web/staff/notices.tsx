import { create } from 'zustand'
import { TimedAlert } from '#web/components/timed-alert.tsx'

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
