import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pathOf } from '../../src/shared/contract.ts'
import { getCheckoutSession, payReturn } from '../../src/shared/payments/calls.ts'
import { continuePayment, createCheckout, releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import { listMonthSeats } from '../../src/shared/tours/calendar-calls.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import type { Tour } from '../../src/shared/tours/public.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import { sessionOf } from '../../tests/support/browser.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../../tests/support/days.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { send, type Answer, type Call } from './arrivals.ts'
import { NEW_SEARCHES, newSearchAt } from './searches.ts'

const PEOPLE = 20
const BOOKED = ['tokyo-and-mount-fuji', 'kyoto-temples-and-tea', 'bali-family-circle', 'denpasar-sanur-and-the-highlands']
/** Of a hundred calls; the others are about a tour. */
const OF_HUNDRED = { search: 50, list: 25, checkout: 1 }

/** Visitors who search, look at lists and tours, and sometimes book; who has begun a checkout looks at it, pays and returns, or gives it up. */
export async function createCrowd(program: ServerProcess) {
  const cookies: string[] = []
  for (let person = 0; person < PEOPLE; person += 1) {
    const { cookies: jar } = await program.customer(`crowd-${randomUUID()}@example.test`)
    cookies.push([...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  }
  const visitor = program.visitor()
  const booked: Tour[] = []
  for (const id of BOOKED) {
    await program.pricesAreThere(id)
    booked.push(await visitor.tour(id))
  }
  const seen = (await visitor.get(listOf({ limit: 100 }))).json as { data: Tour[] }
  const cards = await program.cards()
  const database = new pg.Pool({ ...program.connection, max: 2 })
  const underWay = new Set<Promise<void>>()
  let count = 0
  let begun = 0

  function next(): Call {
    count += 1
    // Spread, so that no kind comes in bursts.
    const at = (count * 37) % 100
    const { search, list, checkout } = OF_HUNDRED
    if (at < search) return get('search', searchAt(count))
    if (at < search + list) return get('list', listOf({ page: 1 + (count % 5) }))
    if (at < search + list + checkout) return begin()
    const { id = '' } = seen.data[count % seen.data.length] ?? {}
    const month = dayAhead(count % 300).slice(0, 7)
    return get('tour', at % 2 === 0 ? pathOf(getTour, { id }) : `${pathOf(listMonthSeats, { id })}?month=${month}`)
  }

  function begin(): Call {
    begun += 1
    const tour = booked[begun % booked.length] as Tour
    const body = {
      priceId: tour.stripePriceId,
      tour_id: tour.id,
      totalGuests: 1,
      travelDate: dayAhead(Math.floor(begun / booked.length) % DAYS_TO_TELL_APART),
    }
    const cookie = cookies[begun % cookies.length] ?? ''
    return { kind: 'checkout', method: 'POST', path: createCheckout.path, cookie, body }
  }

  /** What the visitor does with a checkout that has begun. */
  async function follow(session: string, cookie: string, answers: Answer[]): Promise<void> {
    const call = async (kind: string, method: 'GET' | 'POST', path: string) =>
      answers.push(await send(program.origin, { kind, method, path, cookie, ...(method === 'POST' && { body: {} }) }))
    await call('started', 'GET', pathOf(getCheckoutSession, { id: session }))
    const { rows } = await database.query<{ id: string }>('select booking_id as id from payment_attempts where session_id = $1', [session])
    const booking = rows[0]?.id ?? ''
    if (begun % 2 === 0) {
      await call('started', 'POST', pathOf(continuePayment, { id: booking }))
      await call('started', 'POST', pathOf(releaseSeats, { id: booking }))
      return
    }
    await cards.pay(session, { wait: true })
    await call('return', 'GET', `${payReturn.path}?session_id=${session}`)
    await call('started', 'GET', pathOf(getCheckoutSession, { id: session }))
  }

  return {
    next,
    async goOn({ call, status, text }: Answer, answers: Answer[]): Promise<void> {
      if (call.kind !== 'checkout' || status !== 200) return
      const session = sessionOf((JSON.parse(text) as { url: string }).url)
      const following = follow(session, call.cookie ?? '', answers)
      underWay.add(following)
      await following.finally(() => underWay.delete(following))
    },
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    leave: async () => database.end(),
  }
}

const get = (kind: string, path: string): Call => ({ kind, method: 'GET', path })

function listOf(query: Record<string, string | number>): string {
  const parameters = new URLSearchParams({ page: '1', limit: '20', isActive: 'true' })
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
  return `${listTours.path}?${parameters.toString()}`
}

/** A search that no one has asked before. */
function searchAt(count: number): string {
  return listOf({ search: newSearchAt(count), limit: 20 - (Math.floor(count / NEW_SEARCHES) % 20) })
}
