import { isConfirmed } from '#shared/bookings/public.ts'
import { toVehicleView } from './booking-view.ts'
import { MoveItems, extrasText, movingTime, placeText, type Move } from './move-details.tsx'
import { Fact, Sheet } from './sheet.tsx'

/** A printable sheet about a move for the moving day. */
export function MoveSheet({ move }: { move: Move }) {
  const view = toVehicleView(move)
  const { contact, status = '', paidAt, stripeId } = move
  const extras = extrasText(move)
  const isBooked = isConfirmed(status) || status.toLowerCase() === 'completed'
  return (
    <Sheet eyebrow={isBooked ? 'Booking confirmation' : 'Your request'} booking={view}>
      <dl className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
        <Fact name="When">{movingTime(move.pickupDate)}</Fact>
        <Fact name={paidAt ? 'Paid' : 'Price'}>
          {view.amount}
          {paidAt && <span className="block font-normal text-ink-soft">on {movingTime(paidAt)}</span>}
          {stripeId && <span className="block font-normal text-ink-soft">{stripeId}</span>}
        </Fact>
        <Fact name="From">{placeText(move.pickupLocation, move.pickupPinCode)}</Fact>
        <Fact name="To">{placeText(move.dropoffLocation, move.dropoffPinCode)}</Fact>
        {contact && (
          <Fact name="Contact">
            {contact.name}
            <span translate="no" className="block font-normal text-ink-soft">
              {contact.email}
            </span>
            {contact.phone && <span className="block font-normal text-ink-soft">+44 {contact.phone}</span>}
          </Fact>
        )}
        {extras && <Fact name="Floors and helpers">{extras}</Fact>}
      </dl>
      <section aria-labelledby="move-items" className="border-t border-line pt-6 font-semibold">
        <h2 id="move-items" className="mb-2 text-lg">
          Items
        </h2>
        <MoveItems move={move} />
      </section>
    </Sheet>
  )
}
