import { WifiOff, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** A dismissible bar shown while the device is offline. `className` says where it sticks. */
export function OfflineNote({ className }: { className: string }) {
  const isOnline = useIsOnline()
  const [isClosed, setIsClosed] = useState(false)
  // A dismissed note reappears the next time the connection is lost.
  if (isOnline && isClosed) setIsClosed(false)
  return (
    <div role="status" className={classNames('print:hidden', className)}>
      {!isOnline && !isClosed && (
        <div className="on-ink bg-night text-white">
          <p className="page-width flex min-h-12 items-center gap-2.5 text-sm font-medium">
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            <span className="grow">You’re offline. This page may be out of date.</span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => setIsClosed(true)}
              className="-mr-2.5 flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-white/15"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </p>
        </div>
      )}
    </div>
  )
}

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether to preload things likely to be wanted: not offline, nor for visitors who have asked to save data. */
export function mayLoadAhead(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return navigator.onLine && connection?.saveData !== true
}

/** Whether the device is online, as far as the browser knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
}
