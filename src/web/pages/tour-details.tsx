import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { localToday } from '#shared/dates.ts'
import { refundAtStart, TOUR_WORDS } from '#shared/refunds/lines.ts'
import { OwnBookingsNote, ownBookingsQuery, useOwnBookings } from '#web/features/bookings/own-bookings.tsx'
import { showHeldSeats } from '#web/features/checkout/book-action.tsx'
import { OptionsLoading, OptionsNotLoaded } from '#web/features/checkout/departure-choice.tsx'
import { TourBookingPanel } from '#web/features/checkout/tour-booking-panel.tsx'
import { departureError, useTripChoice } from '#web/features/checkout/trip-choice.ts'
import { TourReviews } from '#web/features/reviews/tour-reviews.tsx'
import { DepartureCalendar } from '#web/features/tours/departure-calendar.tsx'
import { dayOffOf, departedOf, firstDayToBook, runsText } from '#web/features/tours/departure-days.ts'
import { TourRoute } from '#web/features/tours/route/tour-route.tsx'
import { seatsKey, seatsMessage, seatsQuery, useSaleClock } from '#web/features/tours/seats-left.ts'
import { TourFacts, TourInclusions, TourPracticalities } from '#web/features/tours/tour-facts.tsx'
import { TourGallery, useLightbox } from '#web/features/tours/tour-gallery.tsx'
import { TourItinerary } from '#web/features/tours/tour-itinerary.tsx'
import { TourLinks, TourWithoutScript } from '#web/features/tours/tour-page.tsx'
import { TourHeading, TourOverview, TourRefundPolicy, TourTerms } from '#web/features/tours/tour-story.tsx'
import { basePriceOf, picturesOf, tourQuery, type TourResponse } from '#web/features/tours/tour-view.tsx'
import { todayThere, zoneElsewhere } from '#web/lib/moments.ts'

const TourOptions = lazy(async () => import('./tour-options.tsx').catch(() => ({ default: OptionsNotLoaded })))
const CancelledCheckout = lazy(async () => ({ default: (await import('#web/components/cancelled-checkout.tsx')).CancelledCheckout }))
// If these cannot be loaded, the tour is enough.
const HeldSeats = lazy(async () => import('#web/features/bookings/held-seats.tsx').catch(() => ({ default: () => null })))
const SimilarTours = lazy(async () => import('#web/features/tours/similar-tours.tsx').catch(() => ({ default: () => null })))

export function TourDetails({ tour }: { tour: TourResponse }) {
  const client = useQueryClient()
  const lightbox = useLightbox()
  const [query] = useSearchParams()
  const [hasLeftCheckout] = useState(() => query.has('checkout'))
  const trip = useTripChoice(tour.id, query)
  const { date } = trip.choice
  const today = localToday()
  const isOnSale = departureError(date, today) === undefined
  const now = useSaleClock(tour.saleEnd, date)
  const first = firstDayToBook(tour, today, now)
  const offDay = isOnSale ? dayOffOf(tour.runs, date, first) : undefined
  const runs = isOnSale && offDay === undefined
  const selling = tour.selling?.options?.length ? tour.selling : undefined
  const [party, setParty] = useState<number>()
  // The seats of options are asked for with the one that is chosen.
  const seats = useQuery({ ...seatsQuery(tour.id, date), enabled: runs && !selling })
  const dayOff = offDay ?? (runs ? departedOf(tour, date, today, now, seats.data) : undefined)
  const zone = seats.data?.timeZone ?? tour.saleEnd?.timeZone
  const isDeparture = isOnSale && dayOff === undefined
  const { bookings, hasHad, findPaid } = useOwnBookings(tour.id)
  const lookAgain = () => {
    void client.invalidateQueries({ queryKey: tourQuery(tour.id).queryKey })
    void client.invalidateQueries({ queryKey: seatsKey(tour.id) })
    void client.invalidateQueries({ queryKey: ownBookingsQuery(tour.id).queryKey })
  }

  const ofTraveller = {
    held: hasHad && (
      <Suspense fallback={null}>
        <HeldSeats bookings={bookings} onReleased={lookAgain} />
      </Suspense>
    ),
    note: <OwnBookingsNote bookings={bookings} day={date} onShowHeld={showHeldSeats} />,
    findPaid,
    onRefused: lookAgain,
  }

  return (
    <article>
      <div className="page-width not-empty:py-4">
        {hasLeftCheckout && (
          <Suspense fallback={null}>
            <CancelledCheckout>You haven’t been charged, and your seats have been released.</CancelledCheckout>
          </Suspense>
        )}
      </div>
      {/* On wide screens the booking starts beside the pictures, so that its button is above the fold. */}
      <div className="page-width flex flex-col gap-8 md:pt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_23.5rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8 lg:gap-y-0 lg:pb-24 xl:gap-x-12">
        <div className="max-md:mx-[calc(-1*clamp(min(1rem,5vw),4vw,2.5rem))] lg:mb-6">
          <TourGallery pictures={picturesOf(tour)} tourName={tour.name ?? ''} onOpen={lightbox.open} onIntent={lightbox.preload} />
        </div>
        <div className="grid grid-cols-1 gap-8 max-lg:-mt-2 lg:mb-12">
          <div className="grid grid-cols-1 gap-5">
            <TourLinks tour={tour} />
            <TourHeading tour={tour} />
          </div>
          <TourOverview tour={tour} />
          <TourPracticalities tour={tour} />
        </div>
        {/* The bottom of the sticky column must stay on screen too. With held seats or options it may be too tall for that; then nothing is
            sticky. */}
        <aside className="contents lg:sticky lg:top-[min(7rem,calc(100dvh-49rem))] lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:flex lg:flex-col lg:gap-4 lg:self-start lg:has-[#held-seats_button]:static lg:has-[#travellers]:static lg:has-[#tour-options]:static">
          <TourFacts tour={tour} />
          <TourWithoutScript tour={tour} />
          {selling ? (
            <Suspense fallback={<OptionsLoading />}>
              <TourOptions tour={tour} selling={selling} trip={trip} onPeople={setParty} {...ofTraveller} />
            </Suspense>
          ) : (
            <TourBookingPanel
              tourId={tour.id}
              trip={trip}
              price={basePriceOf(tour)}
              priceId={tour.stripePriceId}
              seats={isDeparture && seats.data ? seatsMessage(seats.data, trip.guests) : undefined}
              departures={runsText(tour.runs, first)}
              dayOff={dayOff}
              calendar={<DepartureCalendar tour={tour} guests={trip.guests} chosen={date} onChoose={trip.setDate} />}
              refundNote={
                isDeparture
                  ? refundAtStart(tour.refundPolicy, date, todayThere(zone), { ...TOUR_WORDS, timeZone: zoneElsewhere(zone) })
                  : undefined
              }
              leastAge={tour.facts?.leastAge || undefined}
              {...ofTraveller}
            />
          )}
        </aside>
        <div className="grid grid-cols-1 gap-12 max-lg:pb-6">
          <TourRoute days={tour.itinerary ?? []} />
          <TourItinerary days={tour.itinerary ?? []} onOpenPicture={lightbox.open} />
          <TourInclusions tour={tour} />
          <TourRefundPolicy tour={tour} />
          <TourTerms tour={tour} />
          <TourReviews tourId={tour.id} />
        </div>
      </div>
      <Suspense fallback={null}>
        <SimilarTours tourId={tour.id} date={isOnSale ? date : today} guests={party ?? trip.guests} />
      </Suspense>
      {lightbox.element}
    </article>
  )
}
