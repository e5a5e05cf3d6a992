import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import type { Tour } from '#shared/tours.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp
let visitor: Browser
let all: Tour[]

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
  all = await search('')
})
afterAll(async () => site.close())

async function search(text: string): Promise<Tour[]> {
  return (await visitor.get(`${calls.listTours}?${new URLSearchParams({ limit: '100', search: text }).toString()}`)).json.data
}

const idsOf = (tours: Tour[]) => tours.map(({ id }) => id)
const textOf = (tour: Tour) => [tour.destination, tour.name, tour.overview, ...tour.tags].join(' ')

async function found(text: string): Promise<string[]> {
  return idsOf(await search(text))
}

test('what a word says exactly comes alone: paris is not a typo of parts, nor wine of winter', async () => {
  expect(await found('paris')).toEqual(idsOf(all.filter((tour) => /\bparis/i.test(textOf(tour)))))
  expect(await found('wine')).toEqual(['loire-by-bicycle'])
})

test('other forms of a word find the same tours', async () => {
  expect(await found('temples')).toEqual(await found('temple'))
  expect(await found('bicycles')).toEqual(expect.arrayContaining(['loire-by-bicycle']))
  expect(await found('hikes')).toEqual(expect.arrayContaining(idsOf(all.filter(({ tags }) => tags.includes('hiking')))))
})

test('a word with a typo finds what it finds without', async () => {
  expect(await found('tempel')).toEqual(await found('temple'))
  expect(await found('kyoto tempel')).toEqual(await found('kyoto temple'))
  expect(await found('kyoto tempel')).not.toEqual([])
})

test('words that every text has are left out, so that people can write as they speak', async () => {
  expect(await found('a week of hiking in the mountains for us')).toEqual([])
  expect(await found('hiking in the Japan')).toEqual(await found('Japan hiking'))
  expect(await found('the')).toEqual(idsOf(all))
})

test('synonyms find what tours call otherwise', async () => {
  const family = idsOf(all.filter((tour) => /\b(famil|kid|child)/i.test(`${textOf(tour)} ${tour.tourType}`)))
  expect((await found('kids')).toSorted()).toEqual(family.toSorted())
  expect(await found('train')).toEqual(expect.arrayContaining(await found('rail')))
})

test('a week is seven days, and a highest price is one', async () => {
  expect(await found('one week')).toEqual(idsOf(all.filter(({ duration }) => duration === 7)))
  expect(await found('under $1000')).toEqual(idsOf(all.filter(({ basePrice }) => basePrice <= 1000)))
  expect(await found('Bali under 600')).toEqual(
    idsOf(all.filter(({ basePrice, destination }) => basePrice <= 600 && destination.endsWith('Bali'))),
  )
})

test('in a month a tour is found while any day of it has that many seats left', async () => {
  const { db, config } = site.deps
  const id = 'batur-and-the-highland-lakes'
  const year = Number(dayIn(config.AGENCY_TIME_ZONE, new Date()).slice(0, 4)) + 1
  const days = Array.from({ length: 31 }, (_, index) => addDays(`${year}-07-01`, index))
  const sold = days.map((departs_on) => ({ tour_id: id, departs_on, capacity: 4, seats_taken: 3 }))
  await db.insertInto('departures').values(sold).execute()
  expect(await found(`Batur July ${year}`)).toEqual([id])
  expect(await found(`Batur 2 guests July ${year}`)).toEqual([])
  expect(await found(`Batur 2 guests August ${year}`)).toEqual([id])
  await db.updateTable('departures').set({ seats_taken: 2 }).where('tour_id', '=', id).where('departs_on', '=', `${year}-07-20`).execute()
  expect(await found(`Batur 2 guests July ${year}`)).toEqual([id])
  expect(await found('Batur March 2020')).toEqual([])
})

test('a month without a year is the next one of that name', async () => {
  const { db, config } = site.deps
  const id = 'kyoto-temples-and-tea'
  const today = dayIn(config.AGENCY_TIME_ZONE, new Date())
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date(`${today}T00:00:00Z`))
  const left = Array.from({ length: 31 }, (_, index) => addDays(today, index)).filter((day) => day.slice(0, 7) === today.slice(0, 7))
  await db
    .insertInto('departures')
    .values(left.map((departs_on) => ({ tour_id: id, departs_on, capacity: 10, seats_taken: 10 })))
    .execute()
  expect(await found(`Kyoto temples tea ${name}`)).toEqual([])
})
