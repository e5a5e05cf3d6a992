import type { AttendanceState } from '#shared/bookings/attendance.ts'
import { classNames } from '#web/lib/class-names.ts'
import { TickButtons } from './tick-buttons.tsx'
import { TickedNote } from './ticked-note.tsx'
import type { SeatState } from './seat-states.ts'

type Props = {
  name: string
  isNamed: boolean
  state: SeatState
  /** Whether the departure can be ticked at present. */
  canTick: boolean
  onTick: (state: AttendanceState) => void
}

/**
 * A traveller: two buttons on screen, a box to tick on paper. Who ticked is shown where space is already reserved, so that the buttons
 * never move under a thumb.
 */
export function TickedSeat({ name, isNamed, state, canTick, onTick }: Props) {
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
