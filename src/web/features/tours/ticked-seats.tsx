import { Check, CloudOff, RefreshCw, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { useIsOnline } from '#web/components/offline-note.tsx'
import { messageOf } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { countStates, type SeatState, type TickSheet } from './attendance.ts'

type TickedSeatProps = {
  name: string
  isNamed: boolean
  state: SeatState
  /** Whether the departure can be ticked now. */
  canTick: boolean
  onTick: (state: AttendanceState) => void
}

/**
 * A traveller: two buttons on screen, a box to tick on paper. Who ticked is shown where space is already reserved, so that the buttons
 * never move under a thumb.
 */
export function TickedSeat({ name, isNamed, state, canTick, onTick }: TickedSeatProps) {
  const hasNote = state.isWaiting || state.by !== undefined
  return (
    <li className="@container/seat py-1.5 print:py-0">
      <div className="grid grid-cols-[minmax(0,auto)_minmax(5rem,1fr)] items-center gap-x-3 gap-y-1 @sm/seat:grid-cols-[minmax(0,1fr)_auto] @sm/seat:gap-y-0 print:block">
        <span
          className={classNames(
            'col-span-2 flex min-w-0 items-baseline gap-2.5 @sm/seat:col-span-1',
            hasNote ? '@sm/seat:self-end' : '@sm/seat:row-span-2',
          )}
        >
          <span aria-hidden="true" className="hidden size-3.5 shrink-0 translate-y-0.5 rounded-[3px] border border-ink print:block" />
          <span className={classNames('min-w-0 wrap-anywhere', isNamed ? 'font-medium' : 'text-ink-soft print:text-ink')}>{name}</span>
        </span>
        {canTick && (
          <span className="@sm/seat:col-start-2 @sm/seat:row-span-2 @sm/seat:row-start-1">
            <TickButtons name={name} state={state} onTick={onTick} />
          </span>
        )}
        <TickedNote state={state} />
      </div>
    </li>
  )
}

type ButtonProps = { name: string; state: SeatState; onTick: (state: AttendanceState) => void }

/** Pressing the active button again clears the tick. */
function TickButtons({ name, state, onTick }: ButtonProps) {
  const toggle = (to: AttendanceState) => onTick(state.state === to ? 'cleared' : to)
  return (
    <span role="group" aria-label={name} className="flex flex-wrap gap-2 print:hidden">
      <Toggle
        icon={Check}
        label="Checked in"
        look="border-sea bg-sea text-paper"
        isOn={state.state === 'came'}
        onPress={() => toggle('came')}
      />
      <Toggle
        icon={X}
        label="No-show"
        look="border-danger bg-danger text-paper"
        isOn={state.state === 'no_show'}
        onPress={() => toggle('no_show')}
      />
    </span>
  )
}

type ToggleProps = { icon: LucideIcon; label: string; look: string; isOn: boolean; onPress: () => void }

function Toggle({ icon: Icon, label, look, isOn, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'flex min-h-11 items-center gap-1.5 rounded-pill border px-3.5 text-sm font-semibold select-none',
        isOn ? look : 'border-line-strong bg-paper text-ink hover:bg-sand',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </button>
  )
}

/** Who ticked a traveller and when, in the reader's local time. At most two lines, so that it is no taller than the buttons. */
function TickedNote({ state: { state, by, at, isWaiting } }: { state: SeatState }) {
  if (isWaiting) return <span className="text-xs text-sun-deep print:hidden">Not sent yet</span>
  if (by === undefined || at === undefined) return null
  const time = new Date(at).toLocaleTimeString('en-IN', { hour: 'numeric', minute: '2-digit' })
  // The name comes last, since it is the part that may be cut.
  const text = `${state === 'came' ? 'Checked in' : state === 'no_show' ? 'No-show' : 'Check-in removed'}, ${time}: ${by}`
  return (
    <span title={text} className="line-clamp-2 text-xs wrap-anywhere text-ink-soft print:hidden">
      {text}
    </span>
  )
}

type AttendanceBarProps = {
  bookings: readonly { id: string; guests: number }[]
  sheet: TickSheet
  className: string
}

/** Stays in sight while the list scrolls: how many people are here, and how many ticks are still to be sent. */
export function AttendanceBar({ bookings, sheet, className }: AttendanceBarProps) {
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
