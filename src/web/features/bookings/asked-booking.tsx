import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toTourView, toVehicleView, type BookingView, type TourBooking, type VehicleBooking } from './booking-view.ts'
import type { LoadedBookings } from './loaded-bookings.ts'

/** Whoever has more looks for it in the list. */
const MAX_LOADED = 1000

type Props = {
  lists: { tours: LoadedBookings<TourBooking>; vehicles: LoadedBookings<VehicleBooking> }
  tab: string
  onFound: (booking: BookingView) => void
}

/** Opens the booking that the address asks for, as a link in an email does, once. The rest of a long list is fetched for it. */
export default function AskedBooking({ lists, tab, onFound }: Props) {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('booking')
  const [asked, setAsked] = useState(inAddress)
  useEffect(() => {
    if (inAddress === null) return
    setAsked(inAddress)
    // A reload, or Back, does not open it once more.
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
