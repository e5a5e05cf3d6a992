import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn, daysBetween } from '#shared/dates.ts'
import { addMonths, monthOf, rangeOf } from '#shared/months.ts'
import type { Tour } from '#shared/tours/public.ts'
import { listTours, suggestTours } from '#shared/tours/search-calls.ts'
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
  return (await visitor.get(`${listTours.path}?${new URLSearchParams({ limit: '100', search: text }).toString()}`)).json.data
}

/** Has seats on every day, and comes after the other tour of that mountain. */
const SUNRISE = 'batur-sunrise'
const idsOf = (tours: Tour[]) => tours.map(({ id }) => id)
const textOf = (tour: Tour) => [tour.destination, tour.name, tour.overview, ...tour.tags].join(' ')

async function found(text: string): Promise<string[]> {
  return idsOf(await search(text))
}

test('what a word says exactly comes alone: paris is not a typo of parts, nor wine of winter', async () => {
  expect(await found('paris')).toEqual(idsOf(all.filter((tour) => /\bparis/i.test(textOf(tour)))))
  expect(await found('wine')).toEqual(idsOf(all.filter((tour) => /\bwine/i.test(textOf(tour)))))
  expect(await found('wine')).toContain('loire-by-bicycle')
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

test('a length is found however it is written', async () => {
  const oneWeek = await found('7 days')
  expect(oneWeek).not.toEqual([])
  for (const text of ['7-day', '7-day trip', 'seven day holiday', '1-week', 'seven to seven days'])
    expect(await found(text), text).toEqual(oneWeek)
  const upTo = (most: number) => idsOf(all.filter(({ duration }) => duration <= most))
  expect(await found('max 4 days')).toEqual(upTo(4))
  expect(await found('under 4 days')).toEqual(upTo(3))
  expect(await found('5-7 days')).toEqual(idsOf(all.filter(({ duration }) => duration >= 5 && duration <= 7)))
  expect(await found('weekend')).toEqual(idsOf(all.filter(({ duration }) => duration >= 2 && duration <= 3)))
  expect(await found('1 day')).toEqual(['batur-sunrise'])
  expect(await found('a week')).toEqual(oneWeek)
})

test('a highest price is found however it is written, and whatever it is', async () => {
  const cheap = await found('under 1500')
  expect(cheap.length).toBeLessThan(all.length)
  for (const text of ['under $1.5k', 'max. 1,500', 'maximum 1500 per person', '$1500 or less'])
    expect(await found(text), text).toEqual(cheap)
  expect(await found('under 999,999,999,999')).toEqual(idsOf(all))
})

test('each tour is found by its name, its destination, its type and its tags', async () => {
  for (const { id, name, destination, tourType, tags } of all) {
    for (const text of [name, destination, tourType, tags.join(' '), `${name} ${destination}`])
      expect(await found(text), text).toContain(id)
    const { data } = (await visitor.get(`${suggestTours.path}?${new URLSearchParams({ search: name }).toString()}`)).json
    expect(idsOf(data), name).toContain(id)
  }
})

test('in a month a tour is found while any day of it has that many seats left', async () => {
  const { db, config } = site.deps
  const id = 'batur-and-the-highland-lakes'
  const year = Number(dayIn(config.AGENCY_TIME_ZONE, new Date()).slice(0, 4)) + 1
  const days = Array.from({ length: 31 }, (_, index) => addDays(`${year}-07-01`, index))
  const sold = days.map((departs_on) => ({ tour_id: id, departs_on, capacity: 4, seats_taken: 3 }))
  await db.insertInto('departures').values(sold).execute()
  expect(await found(`Batur July ${year}`)).toEqual([id, SUNRISE])
  expect(await found(`Batur 2 guests July ${year}`)).toEqual([SUNRISE])
  expect(await found(`Batur 2 guests August ${year}`)).toEqual([id, SUNRISE])
  await db.updateTable('departures').set({ seats_taken: 2 }).where('tour_id', '=', id).where('departs_on', '=', `${year}-07-20`).execute()
  expect(await found(`Batur 2 guests July ${year}`)).toEqual([id, SUNRISE])
  expect(await found('Batur March 2020')).toEqual([])
  expect(await found(`Batur 3 guests Jul ${year}`)).toEqual([SUNRISE])
  expect(await found(`Batur 2 guests Jul ${year}`)).toEqual([id, SUNRISE])
})

test('next month is the one after the agency’s today', async () => {
  const { db, config, now } = site.deps
  const id = 'batur-and-the-highland-lakes'
  const month = addMonths(monthOf(dayIn(config.AGENCY_TIME_ZONE, now())), 1)
  const { from, to } = rangeOf(month)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  const sold = days.map((departs_on) => ({ tour_id: id, departs_on, capacity: 4, seats_taken: 4 }))
  expect(await found('Batur next month')).toEqual([id, SUNRISE])
  await db.insertInto('departures').values(sold).execute()
  expect(await found('Batur next month')).toEqual([SUNRISE])
  expect(await found('Batur this month')).toEqual([id, SUNRISE])
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

test('a tour that calls itself a week is found by its name, however long it is', async () => {
  const id = 'coast-to-coast-by-train'
  await site.deps.db.updateTable('tours').set({ name: 'A Week of Trains' }).where('id', '=', id).execute()
  await expect.poll(async () => found('a week of trains')).toEqual([id])
})

test.each([
  ['Mt Fuji', 'mount fuji'],
  ['Mt. Fuji', 'mount fuji'],
  ['U.S.A.', 'usa'],
  ['u.s.a', 'usa'],
  ['the U.S.', 'usa'],
  ['N.Y.C.', 'nyc'],
  ['hiking in the U.S.A. for two', 'hiking usa 2 guests'],
  ['Côte-d’Azur', 'riviera'],
  ["cote-d'azur", 'riviera'],
  ['Cote dAzur', 'riviera'],
  ['Co\u0302te d’Azur', 'riviera'],
  ['７ days', '7 days'],
  ['７日間', '7 days'],
  ['３ Ｇｕｅｓｔｓ', '3 guests'],
  ['٧ days', '7 days'],
  ['ＫＹＯＴＯ', 'kyoto'],
  ['where can I see cherry blossom', 'cherry blossom'],
  ['Where can I see cherry blossoms?', 'cherry blossom'],
  ['when is the best time to visit Japan', 'japan'],
  ['how much is a trip to Bali?', 'bali'],
  ['Is there a tour that goes to Paris?', 'paris'],
  ['where to eat in Tokyo', 'food tokyo'],
  ['Can you recommend something nice in Kyoto?', 'kyoto'],
])('“%s” finds what “%s” finds', async (text, plain) => {
  const expected = await found(plain)
  expect(expected).not.toEqual([])
  expect(await found(text)).toEqual(expected)
})
