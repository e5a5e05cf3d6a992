import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { useSession } from '#web/lib/session.ts'
import type { TourBooking } from './booking-view.ts'
import { paidOn, paidText } from './own-bookings.ts'
import { ownBookingsQuery } from './api/list-own-bookings.ts'

/** So long a checkout waits to hear whether its day is paid for; in milliseconds. */
const PATIENCE_MS = 3000
const NONE: TourBooking[] = []

/** Returns what a signed-in traveller has of a tour; nothing while it is not known. */
export function useOwnBookings(tourId: string) {
  const client = useQueryClient()
  const isSignedIn = useSession(({ isAuthenticated }) => isAuthenticated)
  const query = ownBookingsQuery(tourId)
  const { data: bookings = NONE } = useQuery({ ...query, enabled: isSignedIn })
  const [hasHad, setHasHad] = useState(false)
  if (bookings.length > 0 && !hasHad) setHasHad(true)

  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      // From the browser's cache the page comes back as it was left, before the payment.
      if (persisted) void client.invalidateQueries({ queryKey: ownBookingsQuery(tourId).queryKey })
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [client, tourId])

  return {
    bookings,
    /** Whether there is, or was a moment ago, anything to show. */
    hasHad,
    /** Asks anew which bookings of a day are paid, and says them; undefined without any, and when nobody can tell. */
    findPaid: async (day: Day): Promise<string | undefined> => {
      if (!isSignedIn) return undefined
      const known = () => client.getQueryData(query.queryKey) ?? NONE
      const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS))
      await Promise.race([client.query(query).catch(() => undefined), patience])
      return paidText(paidOn(known(), day))
    },
  }
}
