import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import type { Codes } from '#server/lib/db-types.ts'
import { sessionOf, type Browser } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, createBuyers, loseHolds, nextDay, refundsOn } from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { SELLING } from '../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const BATUR = 'bali-family-circle'
const COMPLETED = 'checkout.session.completed'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
  const { db } = site.deps
  await db.updateTable('tours').set({ base_price_cents: 5_000, max_people: 10 }).where('id', '=', BATUR).execute()
  await db
    .insertInto('tour_selling')
    .values({ tour_id: BATUR, content: JSON.stringify(SELLING) })
    .execute()
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function offerCode(text: string, terms: Partial<Insertable<Codes>> = { percent: 10 }): Promise<string> {
  const id = randomUUID()
  await site.deps.db
    .insertInto('codes')
    .values({ id, text, created_at: site.deps.now(), ...terms })
    .execute()
  return id
}

const boat = (adults: number, more: object = {}) => ({ optionId: 'boat', units: { adult: adults }, ...more })

async function ask(who: Browser, day: string, choice: object) {
  return (await who.post(askOffer.path, { tourId: BATUR, date: day, ...choice })).json
}

async function book(buyer: Browser, day: string, adults: number, code: string, expectedTotal: string) {
  const specified = { priceId: `amount:${BATUR}:5000:usd`, tour_id: BATUR, travelDate: day, totalGuests: adults }
  return buyer.post(createCheckout.path, { ...specified, ...boat(adults, { code, expectedTotal }) })
}

async function usesOf(id: string): Promise<number> {
  return (await site.deps.db.selectFrom('codes').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses
}

test('a code is a line of the offer in whatever case it is typed, and says why it cannot be used', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await offerCode('SPRING10')
  const offer = await ask(buyer, day, boat(2, { code: ' spring10 ' }))
  expect(offer.data).toMatchObject({
    total: '90.00',
    lines: [{ total: '100.00' }, { kind: 'code', name: 'Code SPRING10', total: '-10.00' }],
  })
  const reasons: [string, Partial<Insertable<Codes>>, string][] = [
    ['OVER', { usable_to: '2020-01-01' }, 'This code expired on 1 Jan 2020.'],
    ['SOON', { usable_from: '2100-01-01' }, 'This code is valid from 1 Jan 2100.'],
    ['ELSEWHERE', { tour_ids: ['tokyo-and-mount-fuji'] }, 'This code isn’t valid for this tour.'],
    ['BUS-ONLY', { option_ids: ['english'] }, 'This code isn’t valid for this option.'],
    ['LATER', { travel_from: '2100-01-01' }, 'This code isn’t valid for departures on that date.'],
    ['EUROS', { currency: 'eur' }, 'This code is for a different currency.'],
    ['SPENT', { most_uses: 1, uses: 1 }, 'This code has been used up.'],
    ['RICH', { least_spend_cents: 10_001, currency: 'usd' }, 'Your total is below this code’s minimum spend'],
    ['GONE', { is_active: false }, 'We don’t recognise this code.'],
  ]
  const asker = await createBuyers(site, reasons.length)
  for (const [index, [text, terms, message]] of reasons.entries()) {
    await offerCode(text, { percent: 10, ...terms })
    const refused = await ask(asker[index] ?? buyer, day, boat(2, { code: text }))
    expect(refused, text).toMatchObject({ statusCode: 400, code: 'code_not_valid', message })
  }
  // Used by nobody.
  await site.deps.db.deleteFrom('codes').where('text', '=', 'SPENT').execute()
})

test('of many at once a code is used as often as allowed and no more; a hold that ends gives it back', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 8)]
  const id = await offerCode('THREE-ONLY', { amount_cents: 1_000, currency: 'usd', most_uses: 3 })
  const answers = await Promise.all(buyers.map(async (buyer) => book(buyer, day, 1, 'three-only', '40.00')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { json } of answers.filter(({ status }) => status !== 200)) expect(json.code).toBe('code_not_valid')
  expect(await usesOf(id)).toBe(3)
  await loseHolds(site)
  expect(await usesOf(id)).toBe(0)
})

test('a late payment takes its code again, or goes back whole if others have used it up', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 3)]
  const [one, two, three] = buyers as [Browser, Browser, Browser]
  const id = await offerCode('ONE-LEFT', { percent: 50, most_uses: 2 })
  const sessions = [await book(one, day, 1, 'ONE-LEFT', '25.00'), await book(two, day, 1, 'ONE-LEFT', '25.00')].map(({ json }) =>
    sessionOf(json.url),
  )
  await site.cards.tell('webhooks', { drop: true })
  for (const session of sessions) await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  await site.cards.pay(sessionOf((await book(three, day, 1, 'ONE-LEFT', '25.00')).json.url))
  for (const session of sessions) expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'confirmed', 'expired'])
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([[2_500, 'late']])
  expect(await usesOf(id)).toBe(2)
})

test('a code for one use per person is refused the second time, and free again when the agency cancels', async () => {
  const [first, second, buyer, manager] = [nextDay(), nextDay(), await createBuyer(site), await createStaff(site, 'manager')]
  await offerCode('ONLY-ONCE', { percent: 10, is_once_per_person: true })
  await site.cards.pay(sessionOf((await book(buyer, first, 2, 'ONLY-ONCE', '90.00')).json.url))
  expect((await book(buyer, second, 2, 'ONLY-ONCE', '90.00')).json).toMatchObject({ message: 'You’ve already used this code.' })
  const [booking] = await buyer.bookings()
  expect(booking?.lines?.at(-1)).toMatchObject({ kind: 'code', total: '-10.00' })
  const { json: seen } = await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: booking?.id ?? '' }))
  const cancelled = await manager.post(pathOf(staffCancellationCalls.cancelBooking, { id: booking?.id ?? '' }), {
    amountCents: 9_000,
    reason: 'Rain',
    seen,
  })
  expect([cancelled.status, cancelled.json.message ?? '']).toEqual([200, expect.any(String)])
  expect((await book(buyer, second, 2, 'ONLY-ONCE', '90.00')).status).toBe(200)
})

test('ten wrong codes in a quarter of an hour are enough, and a right one does not count', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await offerCode('RIGHT-ONE')
  for (let count = 0; count < 5; count++) expect((await ask(buyer, day, boat(1, { code: 'right-one' }))).data.total).toBe('45.00')
  // One that is only not for this is no guess.
  await offerCode('NOT-NOW', { percent: 10, least_spend_cents: 900_000, currency: 'usd' })
  for (let count = 0; count < 12; count++) expect((await ask(buyer, day, boat(1, { code: 'not-now' }))).code).toBe('code_not_valid')
  for (let count = 0; count < 10; count++) expect((await ask(buyer, day, boat(1, { code: `WRONG-${count}` }))).code).toBe('code_not_valid')
  expect(await ask(buyer, day, boat(1, { code: 'right-one' }))).toMatchObject({ statusCode: 429, code: 'too_many_requests' })
  expect((await ask(buyer, day, boat(1))).data.total).toBe('50.00')
})

test('a code is right however it is written, and what no code can be is no guess', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await offerCode('EARLY-BIRD10')
  const spellings = [
    'early–bird10',
    'EARLY\u2011BIRD10',
    'Ｅａｒｌｙ－Ｂｉｒｄ１０',
    'ear\u200bly-bird10\ufeff',
    ' Early - Bird 10 ',
    'early\u2212bird\u00ad10',
  ]
  for (const code of [...spellings, ...spellings]) expect((await ask(buyer, day, boat(1, { code }))).data?.total, code).toBe('45.00')
  for (const code of ['', '—', 'abc', 'what is my code?', 'a'.repeat(40), 'früh10', '\u200b', '☀☀☀☀', 'é-10', 'x_10_10'])
    expect(await ask(buyer, day, boat(1, { code })), code).toMatchObject({
      code: 'code_not_valid',
      message: 'We don’t recognise this code.',
    })
  expect((await ask(buyer, day, boat(1, { code: 'early-bird10' }))).data.total).toBe('45.00')
  expect((await book(buyer, day, 1, 'early–bird10', '45.00')).status).toBe(200)
})

test('a network’s guesses are used up neither by an account that is refused nor by the same wrong code again', async () => {
  await site.deps.db.deleteFrom('rate_limits').execute()
  const day = nextDay()
  await offerCode('NETWORK10')
  const [guesser, ...others] = await createBuyers(site, 12)
  const tried: number[] = []
  for (let count = 0; count < 110; count++) tried.push((await ask(guesser as Browser, day, boat(1, { code: `guess-${count}` }))).statusCode)
  expect(tried.filter((status) => status === 400)).toHaveLength(10)
  for (const other of others) {
    for (let count = 0; count < 9; count++) expect((await ask(other, day, boat(1, { code: 'mistyped' }))).statusCode).toBe(400)
  }
  expect(await ask(others[0] as Browser, day, boat(1, { code: 'network10' }))).toHaveProperty('data')
  expect((await ask(others[0] as Browser, day, boat(1, { code: 'another' }))).statusCode).toBe(400)
})

test('a network’s hundred wrong codes are counted across accounts, and wrong codes use up no code of two-step sign-in', async () => {
  const { db } = site.deps
  await db.deleteFrom('rate_limits').execute()
  const day = nextDay()
  const buyers = await createBuyers(site, 11)
  const tried: number[] = []
  for (const [index, buyer] of buyers.entries()) {
    for (let count = 0; count < 10; count++) tried.push((await ask(buyer, day, boat(1, { code: `no-${index}-${count}` }))).statusCode)
  }
  expect(tried).toEqual([...Array<number>(100).fill(400), ...Array<number>(10).fill(429)])
  expect(await db.selectFrom('rate_limits').select('key').where('key', 'like', 'code:%').execute()).toEqual([])
})
