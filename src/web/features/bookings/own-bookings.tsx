import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { isConfirmed } from '#shared/bookings/public.ts'
import { type Day, isDay, shortDay } from '#shared/dates.ts'
import { pages } from '#shared/pages.ts'
import { UnbrokenReferences } from '#web/components/unbroken-references.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useSession } from '#web/lib/session.ts'
import type { TourBooking } from './booking-view.ts'

/**
 * The traveller's bookings of a tour. Beyond specification §7: a failure is silent, and nothing waits for it. The key is nested under that
 * of My Bookings, so that both are invalidated together.
 */
export function ownBookingsQuery(tourId: string) {
  return queryOptions({
    queryKey: ['bookings', 'tours', tourId],
    // Loaded on demand, since most visitors of a tour have not booked it.
    queryFn: async ({ signal }) => (await import('./fetch-own-bookings.ts')).fetchOwnBookings(tourId, signal),
    staleTime: 0,
    retry: false,
    // Something may have been paid or released in another tab.
    refetchOnWindowFocus: 'always',
  })
}

/** How long a checkout waits to learn whether its day is already paid for, in milliseconds. */
const PATIENCE_MS = 3000
const NONE: TourBooking[] = []

export function useOwnBookings(tourId: string) {
  const client = useQueryClient()
  const isSignedIn = useSession(({ isAuthenticated }) => isAuthenticated)
  const query = ownBookingsQuery(tourId)
  const { data: bookings = NONE } = useQuery({ ...query, enabled: isSignedIn })
  const [hasHad, setHasHad] = useState(false)
  if (bookings.length > 0 && !hasHad) setHasHad(true)

  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      // A page restored from the back/forward cache shows the state before the payment.
      if (persisted) void client.invalidateQueries({ queryKey: ownBookingsQuery(tourId).queryKey })
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [client, tourId])

  return {
    bookings,
    /** Whether there are bookings to show, or were since the page was opened. */
    hasHad,
    /** Refetches and describes the paid bookings of a day; undefined if there are none or if that is unknown. */
    findPaid: async (day: Day): Promise<string | undefined> => {
      if (!isSignedIn) return undefined
      const known = () => client.getQueryData(query.queryKey) ?? NONE
      const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS))
      await Promise.race([client.query(query).catch(() => undefined), patience])
      return paidText(paidOn(known(), day))
    },
  }
}

type Props = {
  bookings: readonly TourBooking[]
  day: Day
  /** Scrolls to the held seats in layouts where they are not beside the note. */
  onShowHeld: () => void
}

/** Warns, before booking, that the traveller has already paid for this day or holds seats. */
export function OwnBookingsNote({ bookings, day, onShowHeld }: Props) {
  const paid = paidText(paidOn(bookings, day))
  const held = heldSeatsText(bookings, serverNow().getTime())
  return (
    <>
      {paid !== undefined && (
        <p>
          <strong className="font-semibold">
            <UnbrokenReferences text={paid} />
          </strong>{' '}
          If you book again, you’ll pay for more seats.{' '}
          <Link to={pages.bookings} className="text-link inline-block">
            See it in My Bookings
          </Link>
        </p>
      )}
      {held !== undefined && (
        <p className="lg:hidden">
          <button type="button" onClick={onShowHeld} className="text-link min-h-6">
            You’re holding {held}: continue or release
          </button>
        </p>
      )}
    </>
  )
}

/** Includes bookings whose payment is on its way or being checked. */
export function paidOn(bookings: readonly TourBooking[], day: Day): TourBooking[] {
  return bookings.filter((booking) => booking.travelDate?.slice(0, 10) === day && isPaid(booking))
}

/** "1 seat for 24 Dec": the seats held unpaid at `now` (milliseconds), over all days; undefined if there are none. */
export function heldSeatsText(bookings: readonly TourBooking[], now: number): string | undefined {
  const held = bookings.filter(({ holdExpiresAt }) => holdExpiresAt && Date.parse(holdExpiresAt) > now)
  const seats = held.reduce((sum, { numberOfPeople = 0 }) => sum + numberOfPeople, 0)
  if (seats === 0) return undefined
  const [day = '', another] = new Set(held.map(({ travelDate = '' }) => travelDate.slice(0, 10)))
  return `${seats === 1 ? '1 seat' : `${seats} seats`}${isDay(day) && another === undefined ? ` for ${shortDay(day)}` : ''}`
}

/** Says that the traveller has already paid for this day; undefined if not. */
export function paidText(paid: readonly TourBooking[]): string | undefined {
  if (paid.length === 0) return undefined
  const booked = `You already have ${paid.length === 1 ? 'a paid booking' : `${paid.length} paid bookings`} for this day`
  const said = paid.some(isSettled) ? booked : 'Your payment for this day is being processed'
  return `${[said, listed(paid)].filter(Boolean).join(': ')}.`
}

/** A pending booking without a hold has money on its way or is being checked by staff. */
function isPaid(booking: TourBooking): boolean {
  return isSettled(booking) || (booking.status?.toLowerCase() === 'pending' && !booking.holdExpiresAt)
}

function isSettled({ status = '' }: TourBooking): boolean {
  return isConfirmed(status)
}

function listed(bookings: readonly TourBooking[]): string {
  return bookings
    .map(({ reference, numberOfPeople: guests }) => [reference, guests !== undefined && guestsText(guests)].filter(Boolean).join(', '))
    .filter(Boolean)
    .join('; ')
}
