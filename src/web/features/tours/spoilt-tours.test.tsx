import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { refundAtStart } from '#shared/refunds/lines.ts'
import { listToursResponseSchema, seatsResponseSchema } from '#shared/tours/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { layOutRoute } from './route/route-layout.ts'
import { routeOf } from './route/route-stops.ts'
import { TourRoute } from './route/tour-route.tsx'
import { seatsMessage } from './seats-left.ts'
import { TourCard } from './tour-card.tsx'
import { TourFacts, TourInclusions, TourPracticalities } from './tour-facts.tsx'
import { TourGallery } from './tour-gallery.tsx'
import { ItineraryDayRow, TourItinerary } from './tour-itinerary.tsx'
import { TourHeading, TourOverview, TourRefundPolicy, TourTerms } from './tour-story.tsx'
import { basePriceOf, picturesOf, type TourResponse } from './tour-view.tsx'

const PICTURE = { id: 'p1', name: 'Temple', filePath: '/tours/temple-1600.webp', alt: 'A temple', width: 1600, height: 900, widths: [800] }
const TOUR = {
  id: 't1',
  name: 'Kyoto',
  destination: 'Japan',
  duration: 3,
  overview: 'Tea.',
  basePrice: 145.5,
  rating: 4.5,
  reviews: 3,
  isActive: true,
  images: [PICTURE],
  tags: ['Tea'],
  itinerary: [
    {
      id: 'd1',
      dayNumber: 1,
      title: 'Arrival',
      description: 'Tea.',
      activities: ['Tea'],
      accommodation: 'Inn',
      transportation: null,
      breakfastIncluded: true,
      images: [PICTURE],
      place: { name: 'Kyoto', latitude: 35, longitude: 135.8 },
    },
    { id: 'd2', dayNumber: 2, title: 'Tea', place: { name: 'Uji', latitude: 34.9, longitude: 135.8 } },
  ],
  maxPeople: 4,
  tourType: 'Group',
  stripePriceId: 'price_1',
  refundPolicy: { fullRefundDays: 30, partialRefundDays: 7, partialRefundPercentage: 50 },
  termsAndConditions: 'Be kind.',
  runs: { kind: 'weekdays', weekdays: [1, 4] },
  facts: {
    included: ['Two nights', 'Tea'],
    notIncluded: ['Flights'],
    meetingPoint: 'Kyoto station',
    startTime: '09:30',
    difficulty: 'easy',
    leastAge: 8,
    guideLanguages: ['English', 'Japanese'],
  },
}
const nothing = () => {}

function markupOf(tour: TourResponse): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <TourCard tour={tour} query="" isPriority={false} onIntent={nothing} />
      <TourHeading tour={tour} />
      <TourGallery pictures={picturesOf(tour)} tourName={tour.name ?? ''} onOpen={nothing} onIntent={nothing} />
      <TourOverview tour={tour} />
      <TourFacts tour={tour} />
      <TourPracticalities tour={tour} />
      <TourInclusions tour={tour} />
      <TourRefundPolicy tour={tour} />
      <TourTerms tour={tour} />
      <TourRoute days={tour.itinerary ?? []} />
      <TourItinerary days={tour.itinerary ?? []} onOpenPicture={nothing} />
      {basePriceOf(tour)?.cents}
      {refundAtStart(tour.refundPolicy, '2026-12-24', '2026-11-21')}
    </MemoryRouter>,
  )
}

it('shows tours whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt({ data: [TOUR, TOUR], page: 1, limit: 20, total: 2 }), (answer) => {
      for (const tour of readLeniently(listToursResponseSchema, answer)?.data ?? []) {
        const days = tour.itinerary.map((day) =>
          renderToStaticMarkup(<ItineraryDayRow day={day} number={1} isOpen onToggle={nothing} onOpenPicture={nothing} />),
        )
        expect([markupOf(tour), ...days].join('\n')).not.toMatch(NONSENSE)
        const route = routeOf(tour.itinerary)
        if (route.stops.length > 0) expect(layOutRoute(route, 340, 13).way).not.toMatch(NONSENSE)
      }
    }),
  )
})

it('says about seats only what it knows', () => {
  fc.assert(
    fc.property(spoilt({ date: '2026-11-21', seatsLeft: 3, maxPeople: 12 }), (answer) => {
      const seats = readLeniently(seatsResponseSchema, answer)
      expect(seats ? seatsMessage(seats, 2).text : '').not.toMatch(NONSENSE)
    }),
  )
})
