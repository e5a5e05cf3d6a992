import { useQuery } from '@tanstack/react-query'
import { getMove } from '#shared/bookings/calls.ts'
import type { moveSchema } from '#shared/bookings/moves.ts'
import type { Lenient } from '#shared/lenient.ts'
import { zoneText } from '#shared/time-zones.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { queryOf } from '#web/lib/ask.ts'
import { callAddress } from '#web/lib/http.ts'
import { Line } from './booking-parts.tsx'
import { NO_DAY } from './booking-view.ts'

export type Move = Lenient<typeof moveSchema>

/** Beyond specification §7: the dialog works without it. */
export function moveQuery(bookingId: string) {
  return queryOf(getMove, { params: { id: bookingId } }, { key: ['bookings', 'move', bookingId], staleTime: 0 })
}

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

export function MoveItems({ move }: { move: Move }) {
  const items = itemsOf(move)
  if (items.length === 0) return <p className="font-normal text-ink-soft">None listed.</p>
  return (
    <ul className="grid gap-3">
      {items.map(({ key, name, dimensions, photos }) => (
        <li key={key} className="break-inside-avoid">
          <span className="wrap-anywhere">{name}</span> <span className="inline-block font-normal text-ink-soft">{dimensions}</span>
          {photos.length > 0 && (
            <ul className="mt-1.5 flex flex-wrap gap-2">
              {photos.map((photo) => (
                <li key={photo.key}>
                  <a href={callAddress(photo.url)} target="_blank" rel="noreferrer">
                    <img
                      src={callAddress(photo.url)}
                      alt={photo.alt}
                      loading="lazy"
                      className="size-16 rounded-field bg-sand-deep object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

/** "Saturday, 21 November 2026 at 09:30, London time". */
export function movingTime(moment = ''): string {
  const at = new Date(moment)
  return Number.isNaN(at.getTime())
    ? NO_DAY
    : `${at.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: PICKUP_TIME_ZONE })}, ${zoneText(PICKUP_TIME_ZONE)}`
}

/** Joins the known parts of an address; the postcode does not wrap. */
export function placeText(address: string | undefined, pinCode: string | undefined): string {
  return [address, pinCode?.replaceAll(' ', '\u00A0')].filter(Boolean).join(', ')
}

/** "3 floors, 2 helpers"; undefined if there are no extras. */
export function extrasText({ itemDetails }: Move): string | undefined {
  const counted = (count: number | undefined, one: string) => (count ? [`${count} ${count === 1 ? one : `${one}s`}`] : [])
  return [...counted(itemDetails?.floorCount, 'floor'), ...counted(itemDetails?.helpers, 'helper')].join(', ') || undefined
}

function itemsOf({ itemDetails, photos }: Move) {
  return (itemDetails?.items ?? []).map(({ name = 'Item', dimensions = '' }, index) => ({
    key: `${index} ${name}`,
    name,
    dimensions: dimensions.replaceAll('x', ' × '),
    photos: photos
      .filter(({ item }) => item === index)
      .flatMap(({ url, name: alt = '' }, at) => (url ? [{ key: `${at} ${url}`, url, alt }] : [])),
  }))
}
