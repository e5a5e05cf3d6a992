import { expect, test } from 'vitest'
import * as staffReservationCalls from '#shared/reservations/staff-calls.ts'
import type { Browser } from '../../../tests/support/browser.ts'
import { nextDay } from '../../../tests/support/buyers.ts'
import { createStaff } from '../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../tests/support/payment-site.ts'
import { idOf, reservationBody } from '../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })

test('simultaneous decisions by a member of staff about their own bookings take turns and never deadlock', async () => {
  const clerk = await createStaff(site)
  const own = { id: await idOf(site, clerk) }
  const day = nextDay()
  const reserving = Array.from({ length: 6 }, async () =>
    clerk.post(staffReservationCalls.makeReservation.path, reservationBody(site, own, day, { payBy: 'cash' })),
  )
  expect((await Promise.all(reserving)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
})

test('two members of staff who book for each other at the same moment take turns', async () => {
  const pair = [await createStaff(site), await createStaff(site)] as const
  const [first, second] = [await idOf(site, pair[0]), await idOf(site, pair[1])]
  const day = nextDay()
  const book = async (clerk: Browser, id: string) =>
    clerk.post(staffReservationCalls.makeReservation.path, reservationBody(site, { id }, day, { payBy: 'cash' }))
  const reserving = Array.from({ length: 6 }, async (_, index) => (index % 2 ? book(pair[0], second) : book(pair[1], first)))
  expect((await Promise.all(reserving)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
})
