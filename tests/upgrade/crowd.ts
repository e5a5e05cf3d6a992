import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { payReturn } from '../../src/shared/payments/calls.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import type { SiteResponse } from '../support/browser.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../support/days.ts'
import type { SandboxControl } from '../support/sandbox-control.ts'
import { WebBrowser } from '../support/web-browser.ts'

export const TOUR = 'tokyo-and-mount-fuji'
/** A buyer cancels one booking of so many. */
const CANCELS_EACH = 4

export interface Paid {
  email: string
  day: string
  isCancelled: boolean
}

/** People who book, pay and cancel at one address, one thing after the other, until they are told to go home. */
export class Crowd {
  /** What they were told is paid. */
  readonly paid: Paid[] = []
  /** Every answer that nobody should get. */
  readonly failures: string[] = []
  requests = 0
  readonly people: WebBrowser[] = []
  readonly #cards: SandboxControl
  #isOpen = true
  #lives: Promise<unknown> = Promise.resolve()

  constructor(cards: SandboxControl) {
    this.#cards = cards
  }

  async come(origin: string, name: string, count: number): Promise<void> {
    for (let each = 0; each < count; each++) {
      const person = new WebBrowser(origin)
      await person.signUpAndLogIn('Test Traveller', `${name}${each}@example.test`)
      this.people.push(person)
    }
    this.#lives = Promise.all(this.people.map(async (person, index) => this.#live(person, index)))
  }

  /** Returns once everybody has finished what they were doing. */
  async goHome(): Promise<void> {
    this.#isOpen = false
    await this.#lives
  }

  async #live(person: WebBrowser, index: number): Promise<void> {
    // Few enough share a day to find a seat.
    for (let day = 1 + index; this.#isOpen && day <= DAYS_TO_TELL_APART; day++) await this.#book(person, dayAhead(day))
  }

  async #book(person: WebBrowser, day: string): Promise<void> {
    const { json: { data: tour } = {} } = await this.#ask('the tour', 200, async () => person.get(pathOf(getTour, { id: TOUR })))
    const order = { priceId: tour?.stripePriceId, tour_id: TOUR, totalGuests: 1, travelDate: day }
    const checkout = await this.#ask('a checkout', 200, async () => person.post(createCheckout.path, order))
    if (checkout.status !== 200) return
    const session = new URL(checkout.json.url).pathname.split('/').at(-1) ?? ''
    await this.#cards.pay(session)
    const booking: Paid = { email: person.email, day, isCancelled: false }
    this.paid.push(booking)
    await this.#ask('the return', 303, async () => person.get(`${payReturn.path}?session_id=${session}`))
    const list = await this.#ask('the bookings', 200, async () => person.get(bookingCalls.listTourBookings.path))
    const own = (list.status === 200 ? (list.json as { id: string; travelDate: string; status: string }[]) : []).find(
      ({ travelDate }) => travelDate === day,
    )
    if (own?.status !== 'confirmed') this.failures.push(`${day}: paid, and ${own?.status ?? 'not among the bookings'}`)
    if (!own || this.paid.length % CANCELS_EACH !== 0) return
    booking.isCancelled = true
    await this.#ask('a cancellation', 200, async () => person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: own.id }))
  }

  async #ask(what: string, expected: number, call: () => Promise<SiteResponse>): Promise<SiteResponse> {
    this.requests += 1
    const answer = await call().catch((error: unknown) => ({ status: 0, text: String((error as Error).cause ?? error) }) as SiteResponse)
    if (answer.status !== expected) this.failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
}
