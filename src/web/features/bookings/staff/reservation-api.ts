import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import type { Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { customerSchema, reservationMadeSchema, type OfflinePaymentBody, type ReservationBody } from '#shared/reservations.ts'
import { seatsResponseSchema } from '#shared/tours.ts'
import { BOOKINGS_KEY } from './api.ts'

const SHORTEST_SEARCH = 3

/** Returns who has an account and fits a text; nobody is looked for with less than three characters. */
export function customersQuery(search: string) {
  return queryOptions({
    queryKey: ['staff', 'customers', search],
    queryFn: ({ signal }) => exactResponseOf(z.array(customerSchema), getJson(calls.staffCustomers, { search }, { signal })),
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })
}

/** Returns the seats left of a tour on a day. */
export function seatsLeftQuery(tourId: string, date: Day) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'seats', tourId, date],
    queryFn: ({ signal }) => exactResponseOf(seatsResponseSchema, getJson(calls.seats(tourId), { date }, { signal })),
    enabled: tourId !== '' && date !== '',
    staleTime: 0,
    retry: false,
  })
}

export function makeReservation(body: ReservationBody) {
  return exactResponseOf(reservationMadeSchema, postJson(calls.reservations, body))
}

export function sendPaymentLink(bookingId: string) {
  return postJson(calls.sendPaymentLink(bookingId))
}

export function releaseReservation(bookingId: string) {
  return postJson(calls.releaseReservation(bookingId))
}

export function recordOfflinePayment(bookingId: string, body: OfflinePaymentBody) {
  return postJson(calls.outsidePayment(bookingId), body)
}
