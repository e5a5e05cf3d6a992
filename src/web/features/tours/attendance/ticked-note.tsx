import type { SeatState } from './seat-states.ts'

/** Says who has ticked a traveller, and when, by the clock of the reader's device. Two lines at most: as high as the buttons. */
export function TickedNote({ state: { state, by, at, isWaiting } }: { state: SeatState }) {
  if (isWaiting) return <span className="text-xs text-sun-deep print:hidden">Not sent yet</span>
  if (by === undefined || at === undefined) return null
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const text = `${state === 'came' ? 'Came' : state === 'no_show' ? 'Did not come' : 'Not yet'}: ${by}, ${time}`
  return (
    <span title={text} className="line-clamp-2 text-xs wrap-anywhere text-ink-soft print:hidden">
      {text}
    </span>
  )
}
