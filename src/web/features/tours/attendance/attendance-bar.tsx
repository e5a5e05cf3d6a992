import { CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useIsOnline } from '#web/components/offline-note.tsx'
import { countStates, type TickSheet } from './use-attendance.ts'

type Props = {
  bookings: readonly { id: string; guests: number }[]
  sheet: TickSheet
  className: string
}

/** Stays in sight while the list scrolls: how many people are here, and how many ticks are still to be sent. */
export function AttendanceBar({ bookings, sheet, className }: Props) {
  const { people, came, missing } = countStates(bookings, sheet.stateOf)
  return (
    <div className={classNames('z-10 border-y border-line bg-paper py-2.5 low:static print:hidden', className)}>
      <p role="status" className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-lg font-semibold">
          {came} of {people} checked in
        </span>
        {missing > 0 && <span className="text-ink-soft">{missing === 1 ? '1 no-show' : `${missing} no-shows`}</span>}
      </p>
      <Waiting {...sheet} />
    </div>
  )
}

function Waiting({ waiting, refusal, isSending, refresh }: TickSheet): ReactNode {
  const isOnline = useIsOnline()
  if (refusal)
    return (
      <Alert
        className="mt-2"
        title={waiting.length === 0 ? undefined : `${ticks(waiting.length)} couldn’t be sent`}
        action={
          <Button size="small" variant="secondary" isBusy={isSending} onClick={refresh}>
            <RefreshCw aria-hidden="true" className="size-4" /> Try again
          </Button>
        }
      >
        {messageOf(refusal, 'Something went wrong on our side.')}
      </Alert>
    )
  if (waiting.length === 0) return null
  if (isSending && isOnline) return <p className="text-sm text-ink-soft">Sending {ticks(waiting.length)}…</p>
  return (
    <p role="status" className="mt-1 flex items-center gap-2 font-medium text-sun-deep">
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      {waiting.length === 1 ? '1 check-in is waiting' : `${waiting.length} check-ins are waiting`} for a connection
    </p>
  )
}

function ticks(count: number): string {
  return count === 1 ? '1 check-in' : `${count} check-ins`
}
