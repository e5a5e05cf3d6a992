import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '#web/components/dialog.tsx'

/** Specification §4, §9. */
const REDIRECT_MS = 2000

/** Confirms for two seconds that the request was sent, then moves on. */
export function SuccessDialog({ onDone }: { onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog isOpen onClose={onDone} title="Quote Request Successful" size="small">
      <div role="status" className="flex gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-pill bg-sea-tint text-sea">
          <MailCheck aria-hidden="true" className="size-6" />
        </span>
        <div className="min-w-0">
          <p>An e-mail will arrive when the quote is approved.</p>
          <p className="mt-2 text-sm text-ink-soft">Taking you to My Bookings…</p>
        </div>
      </div>
    </Dialog>
  )
}
