import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** A quiet bar at the bottom of the page while the device is offline. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {!isOnline && (
        <p className="appear flex items-center gap-2.5 rounded-pill border border-white/30 bg-ink px-5 py-3 text-sm font-medium text-white shadow-lift">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
