import { Button } from '#web/components/button.tsx'

type Props = { count: number; onApprove: () => void; onDecline: () => void; onClear: () => void }

/** Bulk actions, at the bottom of the list while requests are selected. */
export function SeveralBar({ count, onApprove, onDecline, onClear }: Props) {
  if (count === 0) return null
  return (
    <div
      role="group"
      aria-label="Selected requests"
      className="appear on-ink sticky bottom-4 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-card bg-night px-4 py-2.5 text-white shadow-lift"
    >
      <p role="status" className="mr-2 font-semibold whitespace-nowrap">
        {count} selected
      </p>
      <Button size="small" onClick={onApprove}>
        Approve
      </Button>
      <Button size="small" variant="light" onClick={onDecline}>
        Decline
      </Button>
      <Button size="small" variant="quiet" className="px-2! text-white! hover:bg-white/10!" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
