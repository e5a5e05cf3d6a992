import { useQuery } from '@tanstack/react-query'
import { moveQuery } from './api/get-move.ts'
import { Line } from './details-line.tsx'
import { MoveItems } from './move-items.tsx'
import { extrasText, movingTime, placeText } from './move-view.ts'

/** Everything requested in a vehicle booking; renders nothing until loaded. */
export function MoveDetails({ bookingId }: { bookingId: string }) {
  const { data: move } = useQuery(moveQuery(bookingId))
  if (!move) return null
  const { contact } = move
  const extras = extrasText(move)
  return (
    <dl className="divide-y divide-line border-t border-line">
      <Line name="When">{movingTime(move.pickupDate)}</Line>
      <Line name="From">{placeText(move.pickupLocation, move.pickupPinCode)}</Line>
      <Line name="To">{placeText(move.dropoffLocation, move.dropoffPinCode)}</Line>
      <Line name="Items">
        <MoveItems move={move} />
      </Line>
      {extras && <Line name="Floors and helpers">{extras}</Line>}
      {contact && (
        <Line name="Contact">
          {contact.name}
          <span translate="no" className="block font-normal wrap-anywhere text-ink-soft">
            {contact.email}
          </span>
          {contact.phone && <span className="block font-normal text-ink-soft">+44 {contact.phone}</span>}
        </Line>
      )}
      {move.reason && <Line name="Our note">{move.reason}</Line>}
    </dl>
  )
}
