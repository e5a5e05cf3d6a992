import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { dayIn } from '../../src/shared/dates.ts'
import { calls } from '../../src/shared/paths.ts'
import { dayAhead, DAYS_TO_TELL_APART } from '../support/days.ts'
import { WebBrowser } from '../support/web-browser.ts'
import { DAYS, type World } from './person.ts'
import { pick } from './weather.ts'

const MAX_PAUSE_MS = 1500

/** Staff who book for customers, take and refund their money and cancel, whatever state the site is in. */
export class Clerk {
  readonly #world: World
  readonly #random: () => number
  #browser = new WebBrowser('')
  #origin = ''
  readonly #made: string[] = []
  #days = 0

  constructor(world: World, random: () => number) {
    this.#world = world
    this.#random = random
  }

  /** Works until told otherwise; what fails is tried again or given up. */
  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#arrive()
        .then(async () => this.#act())
        .catch(async () => delay(100))
      await delay(this.#random() * MAX_PAUSE_MS)
    }
  }

  async #arrive(): Promise<void> {
    const { origin } = this.#world.site.server
    if (origin === this.#origin) return
    this.#browser = this.#browser.movedTo(origin)
    const { status, text } = await this.#browser.post(calls.login, { email: 'admin@example.com', password: 'admin1234' })
    if (status !== 200) throw new Error(`login: ${text}`)
    this.#origin = origin
  }

  async #act(): Promise<void> {
    const mood = this.#random()
    if (mood < 0.45 || this.#made.length === 0) return this.#book()
    const id = pick(this.#random, this.#made)
    if (mood < 0.7) return this.#takeMoney(id)
    if (mood < 0.8) return this.#giveBack(id)
    if (mood < 0.9) return this.#cancel(id)
    return this.#payBack()
  }

  /**
   * Books for a customer, and sends the same form again when the response was lost. Uses each day once, so that no journey is booked
   * twice.
   */
  async #book(): Promise<void> {
    const { json: found } = await this.#browser.get(`${calls.staffCustomers}?search=Kill%20Loop`)
    if (found.length === 0 || DAYS + this.#days >= DAYS_TO_TELL_APART) return
    const tourId = pick(this.#random, this.#world.tours)
    const { json: tour } = await this.#browser.get(calls.tour(tourId))
    const body = {
      key: randomUUID(),
      customer: { id: pick<{ id: string }>(this.#random, found).id },
      tourId,
      travelDate: dayAhead(DAYS + this.#days++),
      totalGuests: 1,
      totalCents: Math.round(tour.data.basePrice * 100),
      payBy: pick(this.#random, ['link', 'transfer', 'cash']),
      dueOn: dayIn('Europe/London', new Date(Date.now() + this.#world.site.aheadMinutes * 60_000)),
    }
    const make = async () => this.#browser.post(calls.reservations, body)
    const { status, json } = await make().catch(make)
    if (status === 201) this.#made.push(json.bookingId)
  }

  async #takeMoney(id: string): Promise<void> {
    const { totalCents } = (await this.#browser.get(calls.bookingMoney(id))).json
    const { status } = await this.#browser.post(calls.outsidePayment(id), { method: 'cash', reference: `Receipt ${id}`, totalCents })
    if (status === 200) this.#world.told.confirmed.add(id)
  }

  async #giveBack(id: string): Promise<void> {
    const { json: seen } = await this.#browser.get(calls.bookingMoney(id))
    if (seen.status === 'confirmed') await this.#browser.post(calls.refundBooking(id), { amountCents: 500, reason: 'Rain', seen })
  }

  async #cancel(id: string): Promise<void> {
    const { told } = this.#world
    const { json: seen } = await this.#browser.get(calls.bookingMoney(id))
    if (seen.status !== 'confirmed') return
    told.cancelling.add(id)
    const { status } = await this.#browser.post(calls.cancelBooking(id), { reason: 'Rain', seen })
    if (status === 200) told.cancelled.add(id)
  }

  async #payBack(): Promise<void> {
    const { json: tasks } = await this.#browser.get(calls.staffTasks)
    const task = tasks.find(({ kind }: { kind: string }) => kind === 'pay_back')
    if (task) await this.#browser.post(calls.payBack(task.id), { reference: 'Transfer 4711' })
  }
}
