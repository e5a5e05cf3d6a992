import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { CancelledCheckout } from '#web/components/cancelled-checkout.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { FullScreenLoader } from '#web/components/full-screen-loader.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { ART } from '#web/lib/art.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BookingPanel } from '#web/features/bookings/booking-list.tsx'
import { timeOfTour, timeOfVehicle, toTourView, toVehicleView, type BookingView } from '#web/features/bookings/booking-view.ts'
import { tourBookingsQuery, vehicleBookingsQuery, showCancelled, loadedBookings } from '#web/features/bookings/own-lists.ts'
import { useCancellation } from '#web/features/cancellations/use-cancellation.ts'
import { BookingDialogs } from './booking-dialogs.tsx'
import { TourReview, VehicleQuote } from './booking-extras.tsx'

// If this cannot be loaded, the booking is still in the list.
const AskedBooking = lazy(async () => import('#web/features/bookings/asked-booking.tsx').catch(() => ({ default: () => null })))

const TABS = {
  tours: { label: 'Tours', counted: 'Tours' },
  vehicles: { label: 'Vehicle Rentals', counted: 'Vehicles' },
  tools: { label: 'Tool Rentals', counted: 'Tools' },
} as const
type TabId = keyof typeof TABS

const isTab = (text: string): text is TabId => Object.hasOwn(TABS, text)

export function BookingsPage() {
  usePageTitle('My Bookings')
  const [params, setParams] = useSearchParams()
  // The address holds a tab chosen on this page; other pages can link to a tab through the state instead.
  const brought = (useLocation().state as { tab?: string } | null)?.tab
  const asked = params.get('tab') ?? brought ?? ''
  const selected: TabId = isTab(asked) ? asked : 'tours'
  const client = useQueryClient()
  const cancellation = useCancellation<BookingView>((booking, preview) => showCancelled(client, booking, preview))
  const tours = loadedBookings(useInfiniteQuery(tourBookingsQuery))
  const vehicles = loadedBookings(useInfiniteQuery(vehicleBookingsQuery))
  // The tool list is always empty (specification §1).
  const count = { tours: tours.bookings && tours.total, vehicles: vehicles.bookings && vehicles.total, tools: 0 }[selected]
  const view = cancellation.view
  const [releases, setReleases] = useState(0)
  const released = useRef<HTMLParagraphElement>(null)
  // The button that was pressed disappears with its booking.
  useEffect(() => {
    if (releases > 0) released.current?.focus()
  }, [releases])
  // Stays true while searching, although the search removes the booking from the address.
  const [isBookingAsked, setIsBookingAsked] = useState(false)
  if (params.has('booking') && !isBookingAsked) setIsBookingAsked(true)
  const panels = {
    tours: (
      <BookingPanel
        list={tours}
        toView={toTourView}
        timeOf={timeOfTour}
        onView={view}
        onReleased={() => setReleases(releases + 1)}
        more={TourReview}
        empty={<NoBookings kind="tours" />}
      />
    ),
    vehicles: (
      <BookingPanel
        list={vehicles}
        toView={toVehicleView}
        timeOf={timeOfVehicle}
        onView={view}
        more={VehicleQuote}
        empty={<NoBookings kind="vehicles" />}
      />
    ),
    tools: <NoBookings kind="tools" />,
  }

  return (
    <div className="page-width max-w-5xl! py-10 md:py-16">
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-8">
        <h1 className="text-4xl">My Bookings</h1>
        <p role="status" className="text-lg text-ink-soft">
          {count !== undefined && `${count} ${TABS[selected].counted}`}
        </p>
      </header>
      <div className="not-empty:mb-6">
        <CancelledCheckout>You haven’t been charged. You can pay your quote until it expires.</CancelledCheckout>
      </div>
      <p ref={released} tabIndex={-1} role="status" className="text-ink-soft not-empty:mb-6">
        {releases > 0 && 'Your seats have been released.'}
      </p>
      <Tabs
        label="Booking types"
        selected={selected}
        onSelect={(tab) => setParams(tab === 'tours' ? {} : { tab }, { replace: true })}
        tabs={(Object.keys(TABS) as TabId[]).map((id) => ({ id, label: TABS[id].label, panel: panels[id] }))}
      />
      {isBookingAsked && (
        <Suspense fallback={null}>
          <AskedBooking lists={{ tours, vehicles }} tab={selected} onFound={view} />
        </Suspense>
      )}
      <BookingDialogs cancellation={cancellation} onReleased={() => setReleases(releases + 1)} />
      {(tours.isPending || vehicles.isPending) && <FullScreenLoader text="Loading bookings..." />}
    </div>
  )
}

function NoBookings({ kind }: { kind: TabId }) {
  return <EmptyState picture={ART['empty-state']} {...EMPTY[kind]} />
}

const EMPTY = {
  tours: {
    title: 'No tours booked yet',
    children: 'Tours you book will appear here, with everything you need for your trip.',
    action: <ButtonLink to={pages.destinations}>Find a tour</ButtonLink>,
  },
  vehicles: {
    title: 'No vehicle rentals yet',
    children: 'Tell us what you want to move and we’ll send you a quote.',
    action: <ButtonLink to={pages.vehiclePrice}>Request a quote</ButtonLink>,
  },
  tools: {
    title: 'No tool rentals yet',
    children: 'You can’t book tools online yet. Call us and we’ll put them aside for you.',
    action: <ButtonLink to={pages.tools}>See the tools</ButtonLink>,
  },
}
