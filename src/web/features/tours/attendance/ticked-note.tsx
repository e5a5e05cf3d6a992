import type { SeatState } from './seat-states.ts'

/** Who ticked a traveller and when, in the reader's local time. At most two lines, so that it is no taller than the buttons. */
export function TickedNote({ state: { state, by, at, isWaiting } }: { state: SeatState }) {
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
