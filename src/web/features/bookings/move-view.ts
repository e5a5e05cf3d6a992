import type { Lenient } from '#shared/lenient.ts'
import type { moveSchema } from '#shared/bookings/moves.ts'
import { zoneText } from '#shared/time-zones.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { NO_DAY } from './booking-view.ts'

export type Move = Lenient<typeof moveSchema>

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

export function itemsOf({ itemDetails, photos }: Move) {
  return (itemDetails?.items ?? []).map(({ name = 'Item', dimensions = '' }, index) => ({
    key: `${index} ${name}`,
    name,
    dimensions: dimensions.replaceAll('x', ' × '),
    photos: photos
      .filter(({ item }) => item === index)
      .flatMap(({ url, name: alt = '' }, at) => (url ? [{ key: `${at} ${url}`, url, alt }] : [])),
  }))
}
