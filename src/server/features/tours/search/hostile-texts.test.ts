import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listTours, suggestTours } from '#shared/tours/search-calls.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

/** About the most that fits in a request besides the rest of its address. */
const LONGEST = 7000
let site: TestApp
let visitor: Browser

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
})
afterAll(async () => site.close())

const addressOf = (call: string, search: string) => `${call}?${new URLSearchParams({ search }).toString()}`

/** Counts how often a text is read, by its splits into tokens. */
function countReadings(text: string): () => number {
  const splitting = vi.spyOn(String.prototype, 'matchAll')
  onTestFinished(() => splitting.mockRestore())
  return () => splitting.mock.contexts.filter((split) => String(split) === text).length
}

test.each([listTours.path, suggestTours.path])('%s reads a text once, and not again while its answer is kept', async (call) => {
  const text = ['1', ' '.repeat(60), '1', ' '.repeat(136), 'qa'].join('')
  const readings = countReadings(text)
  expect(await visitor.get(addressOf(call, text))).toMatchObject({ status: 200 })
  expect(readings()).toBe(1)
  expect(await visitor.get(addressOf(call, text))).toMatchObject({ status: 200 })
  expect(readings()).toBe(1)
})

test('a text for a day, whose answer is never kept, is read once for each request', async () => {
  const text = 'kyoto 2 guests next month'
  const readings = countReadings(text)
  await visitor.get(addressOf(listTours.path, text))
  await visitor.get(addressOf(listTours.path, text))
  expect(readings()).toBe(2)
})

test.each(['1 ', '1-', '1,000', '$', '$ 1 k ', 'e\u0301\u0316', 'a', 'a b c d ', 'up to ', 'twenty-', "'", '\\', '%', '京'])(
  'as much of %j as an address holds is a search like any other',
  async (piece) => {
    const text = piece.repeat(LONGEST)
    const inAddress = text.slice(0, Math.floor(LONGEST / (encodeURIComponent(piece).length / piece.length)))
    for (const call of [listTours.path, suggestTours.path]) {
      const { status, json } = await visitor.get(addressOf(call, inAddress))
      expect(status).toBe(200)
      // Anything beyond the limit is ignored.
      expect(json).toEqual((await visitor.get(addressOf(call, inAddress.slice(0, 200)))).json)
    }
  },
)
