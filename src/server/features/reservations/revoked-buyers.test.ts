import { expect, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { continuePayment, releaseSeats } from '#shared/payments/checkout-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import type { Browser, SiteResponse } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, nextDay, signedIn, TOUR } from '../../../../tests/support/buyers.ts'
import { callWhileEnding, isWaiting, stateOf } from '../../../../tests/support/ended-meanwhile.ts'
import { approvedQuote, bookBody, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { idOf, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })
const staff = await createStaff(site)

interface Ready {
  who: Browser
  call: () => Promise<SiteResponse>
}

/** Holds seats that are not paid for, and returns their booking. */
async function hold(who: Browser): Promise<string> {
  await who.openCheckout(TOUR, 2, nextDay())
  return (await who.bookings())[0]?.id ?? ''
}

/** What people do about their own money, seats and data, each ready to be done. */
const ACTS: Record<string, () => Promise<Ready>> = {
  'a checkout': async () => {
    const who = await createBuyer(site)
    const day = nextDay()
    return { who, call: async () => who.checkout(TOUR, 2, day) }
  },
  'a checkout that replaces an earlier one': async () => {
    const who = await createBuyer(site)
    const day = nextDay()
    await who.openCheckout(TOUR, 1, day)
    return { who, call: async () => who.checkout(TOUR, 2, day) }
  },
  'a request for a quote': async () => {
    const who = await createBuyer(site)
    return { who, call: async () => who.post(vehicleCalls.requestQuote.path, bookBody()) }
  },
  'a payment that goes on': async () => {
    const who = await createBuyer(site)
    const id = await hold(who)
    return { who, call: async () => who.post(pathOf(continuePayment, { id })) }
  },
  'the payment of a reservation': async () => {
    const { customer, bookingId } = await reserve(site, staff, nextDay())
    return { who: customer, call: async () => customer.post(pathOf(continuePayment, { id: bookingId })) }
  },
  'the payment of a quote': async () => {
    const { mover, id } = await approvedQuote(site)
    return { who: mover, call: async () => mover.post(pathOf(continuePayment, { id })) }
  },
  'a release of seats': async () => {
    const who = await createBuyer(site)
    const id = await hold(who)
    return { who, call: async () => who.post(pathOf(releaseSeats, { id })) }
  },
  'a release of reserved seats': async () => {
    const { customer, bookingId } = await reserve(site, staff, nextDay())
    return { who: customer, call: async () => customer.post(pathOf(releaseSeats, { id: bookingId })) }
  },
  'a release of reserved seats whose card page is open': async () => {
    const { customer, bookingId } = await reserve(site, staff, nextDay())
    expect((await customer.post(pathOf(continuePayment, { id: bookingId }))).status).toBe(200)
    return { who: customer, call: async () => customer.post(pathOf(releaseSeats, { id: bookingId })) }
  },
  'an export of one’s data': async () => {
    const who = await createBuyer(site)
    return { who, call: async () => who.get(securityCalls.downloadOwnData.path) }
  },
}

const TABLES = ['bookings', 'tour_bookings', 'vehicle_bookings', 'vehicle_drafts', 'departures', 'payment_attempts', 'mails'] as const

test.each(Object.keys(ACTS))('%s: anyone who is signed out in the middle of it has done and read nothing', async (what) => {
  const { who, call } = await (ACTS[what] as () => Promise<Ready>)()
  const before = await stateOf(site, TABLES)
  const { status, json } = await callWhileEnding(site, who, call)
  expect({ status, code: json.code, state: await stateOf(site, TABLES) }).toEqual({ status: 401, code: 'unauthenticated', state: before })
})

test('of one account’s checkouts at once on four devices, only that of the device whose session has ended is refused', async () => {
  const { db } = site.deps
  const ended = await createBuyer(site)
  const account = { id: await idOf(site, ended), email: ended.email }
  const { id: sessionId } = await db.selectFrom('sessions').select('id').where('user_id', '=', account.id).executeTakeFirstOrThrow()
  const kept = await signedIn(site, [account, account, account])
  const days = kept.map(() => nextDay())
  const lost = nextDay()
  const answers = await db.transaction().execute(async (trx) => {
    await trx.updateTable('sessions').set({ revoked_at: new Date() }).where('id', '=', sessionId).execute()
    const checkouts = [ended.checkout(TOUR, 1, lost), ...kept.map(async (device, index) => device.checkout(TOUR, 1, days[index] ?? ''))]
    const pending = Promise.all(checkouts)
    await Promise.race([pending, poll('a checkout to wait', async () => isWaiting(site))])
    return { pending }
  })
  expect((await answers.pending).map(({ status }) => status)).toEqual([401, 200, 200, 200])
  expect(await bookingsOn(site, lost)).toEqual([])
})
