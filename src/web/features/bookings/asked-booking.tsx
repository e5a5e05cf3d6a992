import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toTourView, toVehicleView, type BookingView, type TourBooking, type VehicleBooking } from './booking-view.ts'
import type { LoadedBookings } from './own-lists.ts'

/** A longer list is not loaded to the end; the user can search it by hand. */
const MAX_LOADED = 1000

type Props = {
  lists: { tours: LoadedBookings<TourBooking>; vehicles: LoadedBookings<VehicleBooking> }
  tab: string
  onFound: (booking: BookingView) => void
}

/** Opens, once, the booking named in the address, as linked from emails, loading the rest of a long list if necessary. */
export default function AskedBooking({ lists, tab, onFound }: Props) {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('booking')
  const [asked, setAsked] = useState(inAddress)
  useEffect(() => {
    if (inAddress === null) return
    setAsked(inAddress)
    // So that a reload or Back does not open it again.
    setParams(
      (current) => {
        current.delete('booking')
        return current
      },
      { replace: true },
    )
  }, [inAddress, setParams])

  const isVehicle = tab === 'vehicles'
  const { bookings, more } = isVehicle ? lists.vehicles : lists.tours
  useEffect(() => {
    if (asked === null || inAddress !== null || !bookings) return
    const found = isVehicle ? viewOf(lists.vehicles, asked, toVehicleView) : viewOf(lists.tours, asked, toTourView)
    const isOver = !more.isThere || more.hasFailed || bookings.length >= MAX_LOADED
    if (found) onFound(found)
    else if (!isOver && !more.isBusy) more.load()
    if (found || isOver) setAsked(null)
  }, [asked, inAddress, bookings, more, isVehicle, lists, onFound])
  return null
}

function viewOf<T extends { id: string }>({ bookings }: LoadedBookings<T>, id: string, toView: (booking: T) => BookingView) {
  const found = bookings?.find((booking) => booking.id === id)
  return found && toView(found)
}
