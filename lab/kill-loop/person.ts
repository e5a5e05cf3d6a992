import { setTimeout as delay } from 'node:timers/promises'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import type { Day } from '../../src/shared/dates.ts'
import { payReturn } from '../../src/shared/payments/calls.ts'
import { continuePayment, createCheckout, releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import { askOffer } from '../../src/shared/tours/offer-calls.ts'
import { chooseAnything } from '../../tests/support/any-choice.ts'
import { sessionOf, type SiteResponse } from '../../tests/support/browser.ts'
import { dayAhead } from '../../tests/support/days.ts'
import { WebBrowser } from '../../tests/support/web-browser.ts'
import { countAct, pickTowardsRare, type Choice } from './acts.ts'
import { askForQuote, QUOTE_ACTS } from './movers.ts'
import { REFUND_STEPS } from './staff-tasks.ts'
import type { Trip } from './told.ts'
import { pick } from './weather.ts'
import type { World } from './world.ts'

/** Days that people book; clerks use the days after them. */
export const DAYS = 28
/** Good, declined, disputed, refund pending at first, refund failing later, which leads to the most. */
const CARDS: readonly Choice<string>[] = [
  [20, '4242424242424242'],
  [1, '4000000000000002'],
  [1, '4000000000000259'],
  [1, '4000000000007726'],
  [2, '4000000000005126', REFUND_STEPS],
]
/** The demo's. */
const CODE = 'WELCOME10'
const MAX_PAUSE_MS = 500
const PASSWORD = 'password1'

/** A customer who books, pays, waits, books again, cancels and leaves, whatever state the site is in. */
export class Person {
  readonly #world: World
  readonly #random: () => number
  #browser = new WebBrowser('')
  #origin = ''
  #email: string
  /** Trips already tried: none is started twice, unless the first attempt came to nothing. */
  readonly #tried = new Set<string>()
  #wished: Trip[] = []

  constructor(world: World, random: () => number) {
    this.#world = world
    this.#random = random
    this.#email = world.nextEmail()
  }

  /** Lives until told otherwise; what fails is tried again or given up, as people do. */
  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#arrive()
        .then(async () => this.#act())
        .catch(async () => delay(100))
      await delay(this.#random() * MAX_PAUSE_MS)
    }
  }

  async #act(): Promise<void> {
    const work = pickTowardsRare<() => void | Promise<void>>(this.#random, this.#world.told.acts, [
      [62, async () => this.#travel(this.#chooseTrip())],
      [3, async () => askForQuote(this.#browser, this.#random), QUOTE_ACTS],
      [17, async () => this.#cancelOne()],
      [4, async () => this.#payPending()],
      [4, async () => this.#releaseOne()],
      [8, async () => this.#leave()],
      [2, () => this.#beSomebodyElse()],
    ])
    await work()
  }

  /** Follows the site to its current address, and signs up or in where the session is unknown. */
  async #arrive(): Promise<void> {
    const { origin } = this.#world.site.server
    if (origin === this.#origin) return
    this.#browser = this.#browser.movedTo(origin)
    const known = await this.#browser.get(bookingCalls.listTourBookings.path)
    if (known.status !== 200) await this.#signIn()
    this.#origin = origin
  }

  async #signIn(): Promise<void> {
    // Taken already when the response to the first try was lost.
    await this.#browser.post(accountCalls.signUp.path, { name: 'Kill Loop', email: this.#email, password: PASSWORD })
    const { status, text } = await this.#browser.post(accountCalls.logIn.path, { email: this.#email, password: PASSWORD })
    if (status !== 200) throw new Error(`login: ${text}`)
  }

  #chooseTrip(): Trip {
    const wished = this.#random() < 0.5 ? this.#wished.shift() : undefined
    if (wished) return wished
    for (;;) {
      const tour = pick(this.#random, this.#world.tours)
      const day = dayAhead(Math.floor(this.#random() * DAYS))
      const isNew = !this.#tried.has(`${tour} ${day}`)
      if (!isNew && this.#random() < 0.9) continue
      if (!isNew) this.#tried.clear()
      this.#tried.add(`${tour} ${day}`)
      return { tour, day, guests: 1 + Math.floor(this.#random() * 3) }
    }
  }

  /** Books and pays, and books again, now or later, if the booking is not seen as confirmed. */
  async #travel(trip: Trip): Promise<void> {
    this.#wished.push(trip)
    if (await this.#isConfirmed(trip)) return this.#forgetWish(trip)
    const session = await this.#book(trip)
    if (session === undefined) return
    if (this.#random() < 0.1) return this.#forgetWish(trip)
    await this.#pay(session)
    if (await this.#isConfirmed(trip)) return this.#forgetWish(trip)
    if (this.#random() < 0.5) return
    const again = await this.#book(trip)
    if (again !== undefined && again !== session) await this.#pay(again)
  }

  #forgetWish(trip: Trip): void {
    this.#wished = this.#wished.filter((each) => each !== trip)
  }

  async #book({ tour, guests, day }: Trip): Promise<string | undefined> {
    const response = await this.#checkOut(tour, guests, day)
    if (response.status !== 200) return undefined
    const session = sessionOf(response.json.url)
    this.#world.told.opened.add(session)
    return session
  }

  /** Of a tour with options something is chosen, and booked at the total that was shown. */
  async #checkOut(tour: string, guests: number, day: Day): Promise<SiteResponse> {
    const selling = this.#world.sold.get(tour)
    if (!selling) return this.#browser.checkout(tour, guests, day)
    const { choice, ...more } = chooseAnything(selling, this.#random, [CODE])
    const offer = await this.#browser.post(askOffer.path, { tourId: tour, date: day, ...choice })
    if (offer.status !== 200) return offer
    const { stripePriceId } = await this.#browser.tour(tour)
    const { total } = offer.json.data as { total: string }
    const checkout = await this.#browser.post(createCheckout.path, {
      priceId: stripePriceId,
      tour_id: tour,
      travelDate: day,
      ...choice,
      ...more,
      expectedTotal: total,
    })
    if (checkout.status !== 200) return checkout
    const { acts } = this.#world.told
    countAct(acts, 'option booked')
    if (choice.code !== undefined) countAct(acts, 'code used')
    return checkout
  }

  async #pay(session: string): Promise<void> {
    const { site, told } = this.#world
    const cards = await site.server.cards()
    const card = pickTowardsRare(this.#random, told.acts, CARDS)
    const wait = this.#random() < 0.3
    const payment = (await cards.pay(session, { card, wait })) as { kind: string }
    if (payment.kind === 'paid') told.paid.add(session)
    // Returns from the hosted checkout, unless the tab was closed.
    if (this.#random() < 0.5) await this.#browser.get(`${payReturn.path}?session_id=${session}`)
  }

  async #isConfirmed({ tour, day }: Trip): Promise<boolean> {
    const bookings = await this.#bookings()
    return bookings.some((each) => each.tourPackage.id === tour && each.travelDate.startsWith(day) && each.status === 'confirmed')
  }

  async #bookings() {
    const response = await this.#browser.get(bookingCalls.listTourBookings.path)
    if (response.status !== 200) throw new Error(`bookings: ${response.text}`)
    const bookings = response.json as Awaited<ReturnType<WebBrowser['bookings']>>
    for (const { id, status } of bookings) if (status === 'confirmed') this.#world.told.confirmed.add(id)
    return bookings
  }

  async #cancelOne(): Promise<void> {
    const confirmed = (await this.#bookings()).filter(({ status }) => status === 'confirmed')
    if (confirmed.length > 0) await this.#cancel(pick(this.#random, confirmed).id)
  }

  async #cancel(bookingId: string): Promise<void> {
    const { told } = this.#world
    told.cancelling.add(bookingId)
    const { status } = await this.#browser.post(cancellationCalls.cancelOwnBooking.path, { bookingId })
    if (status === 200) told.cancelled.add(bookingId)
  }

  /** Continues a pending payment, such as one for seats that staff keep. */
  async #payPending(): Promise<void> {
    const pending = (await this.#bookings()).findLast(({ status }) => status === 'pending')
    if (!pending) return
    const { status, json } = await this.#browser.post(pathOf(continuePayment, { id: pending.id }))
    if (status !== 200) return
    const session = sessionOf(json.url)
    this.#world.told.opened.add(session)
    await this.#pay(session)
  }

  async #releaseOne(): Promise<void> {
    const pending = (await this.#bookings()).find(({ status }) => status === 'pending')
    if (pending) await this.#browser.post(pathOf(releaseSeats, { id: pending.id }))
  }

  /** Cancels everything and deletes the account, sometimes with a last booking at the same moment. */
  async #leave(): Promise<void> {
    for (const { id, status } of await this.#bookings()) {
      if (status === 'pending') await this.#browser.post(pathOf(releaseSeats, { id }))
      if (status === 'confirmed') await this.#cancel(id)
    }
    const [gone] = await Promise.all([
      this.#deleteAccount(),
      this.#random() < 0.4 && this.#travel(this.#chooseTrip()).catch(() => undefined),
    ])
    if (gone.status !== 200) return
    this.#world.told.deleted.add(this.#email)
    this.#beSomebodyElse()
  }

  async #deleteAccount(): Promise<SiteResponse> {
    return this.#browser.post(securityCalls.deleteAccount.path, { password: PASSWORD })
  }

  #beSomebodyElse(): void {
    this.#email = this.#world.nextEmail()
    this.#browser = new WebBrowser('')
    this.#origin = ''
    this.#tried.clear()
    this.#wished = []
  }
}
