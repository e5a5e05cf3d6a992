import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { useSession } from '#web/lib/session.ts'
import type { TourBooking } from './booking-view.ts'
import { paidOn, paidText } from './own-bookings.ts'
import { ownBookingsQuery } from './api/list-own-bookings.ts'

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
