import type { SeatState } from './seat-states.ts'

/** Says who has ticked a traveller, and when; on the clocks of whoever reads it. */
export function TickedNote({ state: { state, by, at, isWaiting } }: { state: SeatState }) {
  if (isWaiting) return <span className="block text-xs text-sun-deep print:hidden">Not sent yet</span>
  if (by === undefined || at === undefined) return null
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <span className="block text-xs text-ink-soft print:hidden">
      {state === 'came' ? 'Came' : state === 'no_show' ? 'Did not come' : 'Not yet'}: {by}, {time}
    </span>
  )
}
