import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TourChoices } from '#shared/tours/choices.ts'
import { getTourChoices, listTours } from '#shared/tours/search-calls.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp
let visitor: Browser

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
  await offerAll(true)
})
afterAll(async () => site.close())

async function offer(id: string, destination: string, seats: number, isActive = true): Promise<void> {
  await site.asOwner(`insert into tours
      (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, is_active, published_at)
    values ('${id}', '${id}', '${destination}', 1, '', 100, ${seats}, '', '', ${isActive}, ${isActive ? 'now()' : 'null'})`)
}

async function offerAll(isOn: boolean): Promise<void> {
  await site.asOwner(`update settings set offers_all_on_sale = ${isOn}`)
}

async function choices(): Promise<TourChoices> {
  return (await visitor.get(getTourChoices.path)).json
}

async function found(search: string): Promise<string[]> {
  const { data } = (await visitor.get(`${listTours.path}?limit=100&search=${encodeURIComponent(search)}`)).json
  return data.map(({ id }: { id: string }) => id)
}

const KINGDOM = /kingdom/i

test('without the setting the search offers nothing beyond the specified choices', async () => {
  await offerAll(false)
  expect(await choices()).toEqual({ destinations: [], largestGroup: 0 })
  await offerAll(true)
  expect((await choices()).destinations).toContain('Lisbon, Portugal')
})

test('a place is a choice once a tour there is published, and finds it; a draft makes none', async () => {
  const before = (await choices()).destinations
  await offer('thames-draft', 'Oxford, United Kingdom', 900, false)
  await offer('thames', 'London, United Kingdom', 3)
  const after = [...before, 'London, United Kingdom'].toSorted()
  await expect.poll(async () => (await choices()).destinations).toEqual(after)
  expect(await found('London, United Kingdom')).toEqual(['thames'])
})

test('a second place makes the choice their region, and a place without one stands by itself; none stands twice', async () => {
  await offer('york', 'York, united kingdom', 3)
  await offer('nara', 'Nara, japan', 3)
  await offer('mountains', 'Andorra', 3)
  await expect.poll(async () => (await choices()).destinations).toContain('Andorra')
  const { destinations } = await choices()
  const kingdoms = destinations.filter((name) => KINGDOM.test(name))
  expect(kingdoms).toEqual([expect.stringMatching(/^united kingdom$/i)])
  expect(destinations.filter((name) => /japan|usa$|france|bali/i.test(name))).toEqual([])
  expect((await found(kingdoms[0] ?? '')).toSorted()).toEqual(['thames', 'york'])
})

test('the maximum group size is that of the tours on sale, and ends with them', async () => {
  const { largestGroup } = await choices()
  expect(largestGroup).toBeLessThan(48)
  await offer('coach', 'Andorra', 48)
  await expect.poll(async () => (await choices()).largestGroup).toBe(48)
  await site.asOwner(`update tours set is_active = false where id = 'coach'`)
  await expect.poll(async () => (await choices()).largestGroup).toBe(largestGroup)
})
