import { setTimeout as delay } from 'node:timers/promises'
import { calls } from '../../src/shared/paths.ts'
import { WebBrowser } from '../support/web-browser.ts'
import { cancelDeparture } from './departures.ts'
import type { Desk } from './desk.ts'
import { approveQuote, payQuote } from './movers.ts'
import { takeForQuote, takeLate, takeMoney, takeShort, takeTwice, voidReceipt } from './receipts.ts'
import { book, cancel, giveBack } from './staff-bookings.ts'
import { takeStep } from './staff-tasks.ts'
import { pickWeighted } from './weather.ts'
import type { World } from './world.ts'

const MAX_PAUSE_MS = 700

const MENU: readonly [number, (desk: Desk) => Promise<void>][] = [
  [18, book],
  [12, takeMoney],
  [5, takeShort],
  [4, takeLate],
  [4, takeTwice],
  [5, voidReceipt],
  [5, approveQuote],
  [3, takeForQuote],
  [7, payQuote],
  [9, giveBack],
  [7, cancel],
  [2, cancelDeparture],
  [21, takeStep],
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
    const { status, text } = await this.#browser.post(calls.login, { email: 'admin@example.com', password: 'admin1234' })
    if (status !== 200) throw new Error(`login: ${text}`)
    this.#origin = origin
  }

  async #act(): Promise<void> {
    const work = pickWeighted(this.#random, MENU)
    await work({ world: this.#world, random: this.#random, browser: this.#browser })
  }
}
