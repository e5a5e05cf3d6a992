import { TickButtons } from '#web/features/tours/attendance/tick-buttons.tsx'
import { TickedNote } from '#web/features/tours/attendance/ticked-note.tsx'
import type { TickSheet } from '#web/features/tours/attendance/use-attendance.ts'

type Props = {
  bookingId: string
  seat: number
  name: string
  isNamed: boolean
  sheet: TickSheet
  /** Whether the departure can be ticked now. */
  canTick: boolean
}

/** A traveller: a box to tick on paper, two buttons on the screen. */
export function ManifestSeat({ bookingId, seat, name, isNamed, sheet, canTick }: Props) {
  const state = sheet.stateOf(bookingId, seat)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-1.5 print:block print:py-0">
      <span className="flex min-w-0 items-baseline gap-2.5 print:flex">
        <span aria-hidden="true" className="hidden size-3.5 shrink-0 translate-y-0.5 rounded-[3px] border border-ink print:block" />
        <span className={isNamed ? 'min-w-0 font-medium wrap-anywhere' : 'min-w-0 text-ink-soft print:text-ink'}>
          {name}
          <TickedNote state={state} />
        </span>
      </span>
      {canTick && <TickButtons name={name} state={state} onTick={(to) => sheet.tick(bookingId, seat, to)} />}
    </li>
  )
}
