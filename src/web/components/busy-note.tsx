import { Alert } from '#web/components/alert.tsx'

/** Shown while a page waits for a server that has too much to do (`retryWhileBusy`). */
export function BusyNote({ className }: { className?: string }) {
  return (
    <Alert kind="warning" title="We’re very busy right now." className={className}>
      This page will try again automatically in a few seconds.
    </Alert>
  )
}
