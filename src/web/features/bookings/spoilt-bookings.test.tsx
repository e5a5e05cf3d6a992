import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { confirmationResponseSchema } from '#shared/bookings/confirmations.ts'
import { moveSchema } from '#shared/bookings/moves.ts'
import { tourBookingSchema, vehicleBookingSchema } from '#shared/bookings/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { BookingCard } from './booking-card.tsx'
import { BookingDetailsDialog } from './booking-details-dialog.tsx'
import { toTourView, toVehicleView, type BookingView } from './booking-view.ts'
import { ConfirmationSheet } from './confirmation-sheet.tsx'
import { moveQuery, MoveDetails } from './move-details.tsx'
import { MoveSheet } from './move-sheet.tsx'

const REFUND = { amount: '10.00', state: 'pending' }
const TOUR = {
  id: 'b1',
  reference: 'MER-1',
  tourPackage: { id: 't1', name: 'Bamboo Mornings', destination: 'Japan' },
  travelDate: '2026-11-21',
  numberOfPeople: 2,
  picture: {
    id: 'p1',
    name: 'Bamboo',
    filePath: '/art/bamboo-1600.webp',
    alt: 'Bamboo',
    widths: [480],
    width: 1600,
    height: 900,
    color: '#223311',
  },
  totalAmount: '2490.50',
  stripeid: 'pi_1',
  status: 'cancelled',
  holdExpiresAt: '2026-11-21T10:00:00.000Z',
  refund: REFUND,
  review: { rating: 5, text: 'Good.', authorName: 'Ada L.' },
  canReview: true,
}
const VEHICLE = {
  id: 'v1',
  reference: 'MER-2',
  serviceType: { id: 's1', name: 'Cargo Van' },
  pickupDate: '2026-11-21T09:30:00.000Z',
  dropoffDate: '2026-11-21T09:30:00.000Z',
  price: '1500.50',
  status: 'pending',
  stripeId: null,
  payUntil: '2026-11-21T10:00:00.000Z',
  reason: 'Stairs',
  refund: REFUND,
}
const nothing = () => {}

function markupOf(booking: BookingView): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <BookingCard booking={booking} onView={nothing} />
        <BookingDetailsDialog booking={booking} onClose={nothing} onReleased={nothing} onCancel={nothing} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it('shows tour bookings whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt([TOUR, TOUR]), (answer) => {
      const bookings = readLeniently(z.array(tourBookingSchema), answer) ?? []
      for (const booking of bookings) expect(markupOf(toTourView(booking))).not.toMatch(NONSENSE)
    }),
  )
})

it('shows vehicle bookings whatever their fields are', () => {
  fc.assert(
    fc.property(spoilt([VEHICLE, VEHICLE]), (answer) => {
      const bookings = readLeniently(z.array(vehicleBookingSchema), answer) ?? []
      for (const booking of bookings) expect(markupOf(toVehicleView(booking))).not.toMatch(NONSENSE)
    }),
  )
})

it('says how to withdraw a request that awaits its quote', () => {
  const dialogOf = (status: string) => {
    const [booking] = readLeniently(z.array(vehicleBookingSchema), [{ ...VEHICLE, status }]) ?? []
    return booking ? markupOf(toVehicleView(booking)) : ''
  }
  expect(dialogOf('pending')).toContain('choose “Withdraw request”')
  expect(dialogOf('declined')).not.toContain('Withdraw request')
})

it('shows a confirmation whatever its fields are', () => {
  const booking = {
    ...TOUR,
    customerName: 'Ada',
    customerEmail: 'a@b.test',
    paidAt: '2026-11-01T10:00:00Z',
    unitPrice: '1.00',
    duration: 3,
    meetingPoint: 'The harbour',
    startTime: '09:30',
    days: ['The old town', 'The sea'],
    refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
    status: 'confirmed',
  }
  fc.assert(
    fc.property(spoilt({ booking, travellers: ['Ada', 'Bo'] }), (answer) => {
      const confirmation = readLeniently(confirmationResponseSchema, answer)
      if (!confirmation) return
      const sheet = <ConfirmationSheet confirmation={confirmation}>{confirmation.travellers}</ConfirmationSheet>
      expect(renderToStaticMarkup(<MemoryRouter>{sheet}</MemoryRouter>)).not.toMatch(NONSENSE)
    }),
  )
})

it('says in words what is missing', () => {
  const [booking] = readLeniently(z.array(tourBookingSchema), [{ id: 'b1', status: 'CONFIRMED' }]) ?? []
  expect(booking && toTourView(booking)).toMatchObject({
    title: 'Unknown Tour',
    shortDate: 'Date to be confirmed',
    price: '–',
    isConfirmed: true,
  })
})

it('shows a move in its dialog and on paper whatever its fields are', () => {
  const move = {
    ...VEHICLE,
    pickupLocation: '12 Carrier Street',
    dropoffLocation: '3 Mill Lane',
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'CB2 1TN',
    itemDetails: { items: [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: ['sofa.jpg'] }], floorCount: 3, helpers: 1 },
    contact: { name: 'Ada', email: 'ada@example.test', phone: '2079460958' },
    photos: [{ id: 'f1', itemId: 'i1', item: 0, name: 'sofa.jpg', url: '/vehicles/photos/f1', width: 10, height: 10, bytes: 100 }],
    paidAt: '2026-11-21T10:00:00.000Z',
  }
  fc.assert(
    fc.property(spoilt(move), (answer) => {
      const read = readLeniently(moveSchema, answer)
      if (!read) return
      const client = new QueryClient()
      client.setQueryData(moveQuery(read.id).queryKey, read)
      const markup = renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <MoveDetails bookingId={read.id} />
          <MoveSheet move={read} />
        </QueryClientProvider>,
      )
      expect(markup).not.toMatch(NONSENSE)
    }),
  )
})
