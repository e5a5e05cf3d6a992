import { WifiOff, X } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '#web/lib/connection.ts'

/** A bar below the header while the device is offline, where it covers nothing; it can be closed. */
export function OfflineNote() {
  const isOnline = useIsOnline()
  const [isClosed, setIsClosed] = useState(false)
  // The next loss of the connection is news again.
  if (isOnline && isClosed) setIsClosed(false)
  return (
    <div role="status" className="print:hidden">
      {!isOnline && !isClosed && (
        <div className="on-ink bg-ink text-white">
          <p className="page-width flex min-h-12 items-center gap-2.5 text-sm font-medium">
            <WifiOff aria-hidden="true" className="size-4 shrink-0" />
            <span className="grow">You are offline. What you see may be out of date.</span>
            <button
              type="button"
              aria-label="Close the note"
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
