import { WifiOff, X } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useIsOnline } from '#web/lib/connection.ts'

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
