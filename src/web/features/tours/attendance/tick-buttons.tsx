import { Check, X, type LucideIcon } from 'lucide-react'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { SeatState } from './seat-states.ts'

type Props = { name: string; state: SeatState; onTick: (state: AttendanceState) => void }

/** Pressing the active button again clears the tick. */
export function TickButtons({ name, state, onTick }: Props) {
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
