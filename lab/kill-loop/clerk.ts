import { setTimeout as delay } from 'node:timers/promises'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { WebBrowser } from '../../tests/support/web-browser.ts'
import { pickTowardsRare, type Choice } from './acts.ts'
import { cancelDeparture } from './departures.ts'
import type { Desk } from './desk.ts'
import { approveQuote, payQuote, QUOTE_ACTS } from './movers.ts'
import { takeForQuote, takeLate, takeMoney, takeShort, takeTwice, voidReceipt } from './receipts.ts'
import { book, cancel, giveBack } from './staff-bookings.ts'
import { REFUND_STEPS, TASK_STEPS, takeStep } from './staff-tasks.ts'
import type { World } from './world.ts'

const MAX_PAUSE_MS = 700

const MENU: readonly Choice<(desk: Desk) => Promise<void>>[] = [
  [18, book, ['received in cash', 'received by transfer', 'received short', 'received late', 'received twice']],
  [12, takeMoney, ['received in cash', 'received by transfer', 'received twice', 'receipt voided']],
  [5, takeShort, ['received short', 'payment accepted', 'payment sent back']],
  [4, takeLate, ['received late', 'payment accepted', 'payment sent back']],
  [4, takeTwice, ['received twice', 'payment sent back', 'money paid back by hand']],
  [5, voidReceipt, ['receipt voided']],
  [5, approveQuote, QUOTE_ACTS],
  [3, takeForQuote, ['quote paid by transfer']],
  [7, payQuote, ['quote paid by card']],
  [9, giveBack, ['goodwill', ...REFUND_STEPS]],
  [7, cancel, ['cancelled by staff', 'cancelled by staff with another amount', ...REFUND_STEPS]],
  [2, cancelDeparture, ['departure cancelled for everybody']],
  [21, takeStep, TASK_STEPS],
]

/** Staff who book for customers, take and refund their money, cancel and settle tasks, whatever state the site is in. */
export class Clerk {
  readonly #world: World
  readonly #random: () => number
  #browser = new WebBrowser('')
  #origin = ''

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
    // Anew each time, since the clock may have moved on, and what moves money asks whom it has not recognised lately.
    const { status, text } = await this.#browser.post(accountCalls.logIn.path, { email: 'admin@example.com', password: 'admin1234' })
    if (status !== 200) throw new Error(`login: ${text}`)
    this.#origin = origin
  }

  async #act(): Promise<void> {
    const work = pickTowardsRare(this.#random, this.#world.told.acts, MENU)
    await work({ world: this.#world, random: this.#random, browser: this.#browser })
  }
}
