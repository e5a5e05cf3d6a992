import type { Page } from '@playwright/test'
import type { z } from 'zod/mini'
import type { tourBookingSchema, VehicleBooking } from '../../src/shared/bookings/public.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'

export async function answer(page: Page, path: string, reply: { status?: number; json?: unknown; body?: string }): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill(reply),
  )
}

export const TOUR_BOOKING: z.input<typeof tourBookingSchema> = {
  id: 'b1',
  reference: 'MER-1',
  tourPackage: { id: 't1', name: 'Bamboo Mornings', destination: 'Japan' },
  travelDate: addDays(localToday(), 365),
  numberOfPeople: 2,
  totalAmount: '2490.50',
  currency: 'usd',
  stripeid: 'pi_1',
  status: 'CONFIRMED',
  holdExpiresAt: null,
  refund: null,
  review: null,
  canReview: true,
}

export const VEHICLE_BOOKING: VehicleBooking = {
  id: 'v1',
  reference: 'MER-2',
  serviceType: { id: 's1', name: 'Cargo Van' },
  pickupDate: addDays(localToday(), 365),
  dropoffDate: addDays(localToday(), 365),
  price: '1500.50',
  currency: 'inr',
  status: 'approved',
  stripeId: null,
  pickupLocation: 'A',
  dropoffLocation: 'B',
  itemDetails: { items: [], floorCount: 0, helpers: 0 },
  payUntil: null,
}
