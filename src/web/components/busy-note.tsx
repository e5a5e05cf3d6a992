import { Alert } from '#web/components/alert.tsx'

/** Shown while a page waits for a server that has too much to do (`retryWhileBusy`). */
export function BusyNote({ className }: { className?: string }) {
  return (
    <Alert kind="warning" title="We are very busy just now." className={className}>
      This page tries again by itself in a few seconds.
    </Alert>
  )
}
