import type { Locator } from '@playwright/test'
import { expect } from './site.ts'

/** Counts taps on a phone and fails with the first one too many. */
export class Thumb {
  readonly #most: number
  #taps = 0

  constructor(most: number) {
    this.#most = most
  }

  async tap(target: Locator): Promise<void> {
    this.#count(1)
    await target.tap()
  }

  /** A choice is one tap on the field and one on the option. */
  async choose(field: Locator, option: string): Promise<void> {
    this.#count(2)
    await field.selectOption(option)
  }

  /** A day is one tap on the field and one in the phone's own picker. */
  async chooseDay(field: Locator, day: string): Promise<void> {
    this.#count(2)
    await field.fill(day)
  }

  #count(taps: number): void {
    this.#taps += taps
    expect(this.#taps, 'taps').toBeLessThanOrEqual(this.#most)
  }
}
