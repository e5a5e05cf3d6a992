import { useQuery } from '@tanstack/react-query'
import { longDay } from '#shared/dates.ts'
import { messageOf } from '#web/lib/call-error.ts'
import { seatsLeftQuery } from './api/get-seats-left.ts'

export function SeatsFor({ tourId, date, guests }: { tourId: string; date: string; guests: number }) {
  const { data, error } = useQuery(seatsLeftQuery(tourId, date))
  const isTooFew = data !== undefined && data.seatsLeft < guests
  return (
    <p role="status" className={error || isTooFew ? 'mt-2 font-semibold text-danger' : 'mt-2 text-ink-soft'}>
      {error ? messageOf(error, 'We couldn’t load the seats left.') : data && seatsText(data, isTooFew)}
    </p>
  )
}

type Seats = { seatsLeft: number; maxPeople?: number | undefined; hasLeft?: boolean | undefined; next?: string | undefined }

function seatsText({ seatsLeft, maxPeople, hasLeft, next }: Seats, isTooFew: boolean): string {
  // The server does not report the real seats of a departure that is no longer on sale.
  if (hasLeft)
    return `Booking for this departure has closed.${next === undefined ? '' : ` The next departure with seats is on ${longDay(next)}.`}`
  return `${seatsLeft} of ${maxPeople} seats are left${isTooFew ? ', not enough for these guests' : ''}.`
}
