import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '../../src/shared/contract.ts'
import { releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import { sessionOf } from '../../tests/support/browser.ts'
import { poll } from '../../tests/support/poll.ts'
import { WebBrowser } from '../../tests/support/web-browser.ts'
import type { World } from '../kill-loop/world.ts'

const WATCHERS = 3
const PAUSE_MS = 200
const LIMIT_MS = 180_000

/** Customers who begin one checkout after the other, and let the seats go again. */
export class Watch {
  readonly #world: World
  /** When the last checkout that succeeded began and ended. */
  #last = { beganAt: 0, endedAt: 0 }
  #isOver = false
  #lives: Promise<unknown> = Promise.resolve()

  constructor(world: World) {
    this.#world = world
  }

  start(): void {
    this.#lives = Promise.all(Array.from({ length: WATCHERS }, async () => this.#live()))
  }

  /** Returns the milliseconds from `since` to the end of the first checkout that began after it and succeeded. */
  async recovered(since: number): Promise<number> {
    return poll('checkouts to work again', async () => this.#last.beganAt >= since && this.#last.endedAt - since, LIMIT_MS)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#lives
  }

  async #live(): Promise<void> {
    const { site, nextDay, nextEmail, tours } = this.#world
    const day = nextDay() ?? ''
    const browser = new WebBrowser(site.server.origin)
    await poll('a customer to sign up', async () =>
      browser.signUpAndLogIn('Watch', nextEmail()).then(
        () => true,
        () => false,
      ),
    )
    while (!this.#isOver) {
      await this.#book(browser, tours[0] ?? '', day).catch(() => undefined)
      await delay(PAUSE_MS)
    }
  }

  async #book(browser: WebBrowser, tour: string, day: string): Promise<void> {
    const beganAt = Date.now()
    const { status, json } = await browser.checkout(tour, 1, day)
    if (status !== 200) return
    if (beganAt > this.#last.beganAt) this.#last = { beganAt, endedAt: Date.now() }
    this.#world.told.opened.add(sessionOf(json.url))
    for (const { id, status: state } of await browser.bookings()) if (state === 'pending') await browser.post(pathOf(releaseSeats, { id }))
  }
}
