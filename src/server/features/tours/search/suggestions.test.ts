import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_SUGGESTIONS } from '#shared/tours/public.ts'
import { listTours, suggestTours } from '#shared/tours/search-calls.ts'
import { suggestionsResponseSchema, type Suggestion } from '#shared/tours/suggestions.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp
let visitor: Browser

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
})
afterAll(async () => site.close())

async function suggested(text: string): Promise<Suggestion[]> {
  const { json } = await visitor.get(`${suggestTours.path}?${new URLSearchParams({ search: text }).toString()}`)
  return suggestionsResponseSchema.parse(json).data
}

const namesOf = (suggestions: Suggestion[]) => suggestions.map(({ name }) => name)

test('what has been typed so far suggests the tours that a search for it finds, in the same order', async () => {
  const found = (await visitor.get(`${listTours.path}?search=kyo`)).json.data
  expect(found.length).toBeGreaterThan(0)
  expect(namesOf(await suggested('kyo'))).toEqual(found.slice(0, MAX_SUGGESTIONS).map(({ name }: { name: string }) => name))
})

test('a word that is not finished narrows down what the words before it found', async () => {
  const [kyoto] = await suggested('kyoto')
  expect(namesOf(await suggested('japan kyo'))).toContain(kyoto?.name)
  expect(namesOf(await suggested('norway kyo'))).toEqual([])
})

test('a typo is forgiven while typing, too', async () => {
  expect(await suggested('kyotto')).toEqual(await suggested('kyoto'))
})

test('no more are suggested than fit above the keyboard of a phone', async () => {
  expect(await suggested('')).toHaveLength(MAX_SUGGESTIONS)
})

test('a tour that is renamed is suggested by its new name at once, and one that is switched off no longer', async () => {
  const [tour] = await suggested('kyoto')
  if (!tour) throw new Error('Kyoto has no tour.')
  await site.deps.db.updateTable('tours').set({ name: 'Zebra crossing' }).where('id', '=', tour.id).execute()
  await expect.poll(async () => namesOf(await suggested('zebr'))).toEqual(['Zebra crossing'])
  await site.deps.db.updateTable('tours').set({ is_active: false }).where('id', '=', tour.id).execute()
  await expect.poll(async () => namesOf(await suggested('zebr'))).toEqual([])
})
