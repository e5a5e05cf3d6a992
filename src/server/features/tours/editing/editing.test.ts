import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { editTour, getStaffTour, listStaffTours, previewTour } from '#shared/tours/staff-calls.ts'
import type { StaffTour, StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import { paymentJobs } from '#server/features/payments/prices.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createBuyer, nextDay } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { PRICE_CHANGED_JOB } from '../prices.ts'

const site = await openPaymentSite()
const TOUR = 'kyoto-temples-and-tea'
const OTHER = 'loire-by-bicycle'

async function read(staff: Browser, id = TOUR): Promise<StaffTourDetails> {
  return (await staff.get(pathOf(getStaffTour, { id }))).json
}

async function edit(staff: Browser, seen: StaffTourDetails, changes: Partial<TourFields>) {
  return staff.put(pathOf(editTour, { id: seen.id }), { version: seen.version, fields: { ...seen.fields, ...changes } })
}

test('all staff read tours; only managers and administrators write them', async () => {
  const admin = await createStaff(site, 'admin')
  const { version, fields } = await read(admin)
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), await createStaff(site, 'manager'), admin]
  const reads = [listStaffTours.path, pathOf(getStaffTour, { id: TOUR }), pathOf(previewTour, { id: TOUR })]
  for (const url of reads) {
    const statuses = []
    for (const who of people) statuses.push((await who.get(url)).status)
    expect(statuses, url).toEqual([401, 403, 200, 200, 200])
  }
  const statuses = []
  for (const who of people) statuses.push((await who.put(pathOf(editTour, { id: TOUR }), { version, fields })).status)
  expect(statuses).toEqual([401, 403, 403, 200, 200])
  expect((await read(admin)).version).toBe(version)
})

test('the list is by name, in pages, and found by a part of the name and by status', async () => {
  const staff = await createStaff(site)
  const names = async (query: string): Promise<string[]> =>
    (await staff.get(`${listStaffTours.path}?${query}`)).json.map(({ name }: StaffTour) => name)
  const all = (await staff.get(listStaffTours.path)).json as StaffTour[]
  expect(all.length).toBeGreaterThan(20)
  expect(all[0]).toMatchObject({ status: 'published', cover: { filePath: expect.stringMatching(/\.webp$/) } })
  const paged: StaffTour[] = []
  for (let before = ''; ; before = `&before=${paged.at(-1)?.id}`) {
    const page = (await staff.get(`${listStaffTours.path}?limit=5${before}`)).json as StaffTour[]
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged).toEqual(all)
  expect(await names('search=KYOTO')).toEqual(all.map(({ name }) => name).filter((name) => /kyoto/i.test(name)))
  expect(await names('search=100%25')).toEqual([])
  expect(await names('status=draft')).toEqual([])
})

test('a change is seen at once, by travellers too, and written down with who made it', async () => {
  const manager = await createStaff(site, 'manager')
  const traveller = await createBuyer(site)
  const seen = await read(manager)
  const facts = { included: ['All gardens'], notIncluded: ['Flights'], meetingPoint: 'Kyoto Station', startTime: '09:30', leastAge: 8 }
  const itinerary = seen.fields.itinerary.toReversed()
  const { json } = await edit(manager, seen, { overview: 'Another text', facts, itinerary, leastGroup: 4 })
  expect(json).toMatchObject({ version: seen.version + 1, fields: { overview: 'Another text', facts } })
  expect(json.changes[0]).toMatchObject({ change: 'edited', by: expect.any(String), version: seen.version + 1, price: null })
  expect(json.changes[0].fields.toSorted()).toEqual(['facts', 'itinerary', 'leastGroup', 'overview'])
  const shown = await traveller.tour(TOUR)
  expect(shown).toMatchObject({ overview: 'Another text', facts, leastGroup: 4 })
  expect(shown.itinerary.map(({ title }) => title)).toEqual(itinerary.map(({ title }) => title))
  expect(shown.itinerary.map(({ dayNumber }) => dayNumber)).toEqual(itinerary.map((_, index) => index + 1))
  const entry = db().selectFrom('audit_entries').select(['before', 'after', 'texts']).where('action', '=', 'tour.edited')
  expect(await entry.where('subject_id', '=', TOUR).execute()).toMatchObject([
    {
      before: { version: seen.version, leastGroup: null },
      after: { version: seen.version + 1, leastGroup: 4 },
      texts: {
        overview: { before: seen.fields.overview, after: 'Another text' },
        included: { before: expect.any(String), after: 'All gardens' },
        meetingPoint: { before: expect.any(String), after: 'Kyoto Station' },
        day_1: { before: startOf(seen.fields.itinerary[0]), after: startOf(itinerary[0]) },
      },
    },
  ])
})

/** Matches the beginning of a day's text in the audit. */
function startOf(day: TourFields['itinerary'][number] | undefined) {
  return expect.stringContaining(`${day?.title}\n${day?.description}`)
}

test('a day that is taken out stays readable in the audit', async () => {
  const manager = await createStaff(site, 'manager')
  const seen = await read(manager)
  const itinerary = seen.fields.itinerary.slice(0, -1)
  await edit(manager, seen, { itinerary })
  const entry = db().selectFrom('audit_entries').select('texts').where('action', '=', 'tour.edited').where('subject_id', '=', TOUR)
  const { texts } = await entry.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(texts).toEqual({ [`day_${itinerary.length + 1}`]: { before: startOf(seen.fields.itinerary.at(-1)), after: '' } })
})

function db() {
  return site.deps.db
}

test('the second of two people is told what the first has changed, and overwrites nothing', async () => {
  const [one, other] = [await createStaff(site, 'manager'), await createStaff(site, 'admin')]
  const seen = await read(one, OTHER)
  await edit(one, seen, { name: 'The first was quicker' })
  const refused = await edit(other, seen, { overview: 'The second was slower' })
  expect(refused.status).toBe(409)
  expect(refused.json).toMatchObject({
    code: 'tour_changed',
    message: expect.stringContaining('has just changed this tour'),
    tourChanges: { version: seen.version + 1, changes: [{ change: 'edited', fields: ['name'] }] },
  })
  expect((await read(one, OTHER)).fields).toEqual({ ...seen.fields, name: 'The first was quicker' })
})

test('of many who save the same version at once, one does', async () => {
  const staff = await Promise.all(Array.from({ length: 6 }, async () => createStaff(site, 'manager')))
  const seen = await read(staff[0] as Browser, OTHER)
  const saved = await Promise.all(staff.map(async (who, index) => edit(who, seen, { overview: `By ${index}`, duration: index + 1 })))
  expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const { fields, version } = await read(staff[0] as Browser, OTHER)
  expect(version).toBe(seen.version + 1)
  expect(fields.overview).toBe(`By ${fields.duration - 1}`)
})

test('a price has its history; from the change on an open page gets 409 at the old one, and a job makes the new one at the provider', async () => {
  const [manager, traveller] = [await createStaff(site, 'manager'), await createBuyer(site)]
  const { stripePriceId, basePrice } = await traveller.tour(TOUR)
  const { json } = await edit(manager, await read(manager), { basePrice: basePrice + 0.5 })
  expect(json.priceHistory).toMatchObject([
    { price: { from: basePrice, fromCurrency: 'usd', to: basePrice + 0.5, toCurrency: 'usd' }, fields: ['basePrice'] },
  ])
  expect((await traveller.tour(TOUR)).basePrice).toBe(basePrice + 0.5)
  const { rows } = await sql`select data from pgboss.job where name = ${PRICE_CHANGED_JOB}`.execute(db())
  expect(rows).toEqual([{ data: expect.objectContaining({ tourId: TOUR }) }])
  const job = paymentJobs(site.deps, site.app.log).find(({ name }) => name === PRICE_CHANGED_JOB)
  await job?.run({ tourId: TOUR }, new AbortController().signal)
  const priced = db().selectFrom('tours').select(['stripe_price_id', 'stripe_price_cents']).where('id', '=', TOUR)
  const { stripe_price_id, stripe_price_cents } = await priced.executeTakeFirstOrThrow()
  expect([stripe_price_id === stripePriceId, stripe_price_cents]).toEqual([false, basePrice * 100 + 50])
  const body = { priceId: stripePriceId, tour_id: TOUR, totalGuests: 2, travelDate: nextDay() }
  const refused = await traveller.post(createCheckout.path, body)
  expect(refused.json).toMatchObject({ code: 'price_changed', price: { total: 2 * basePrice + 1 } })
})

test('what is published keeps what travellers need, and a tour keeps its rules', async () => {
  const manager = await createStaff(site, 'manager')
  const seen = await read(manager)
  const issueOf = async (changes: object) => {
    const { status, json } = await edit(manager, seen, changes)
    return [status, ...(json.issues ?? []).map(({ path }: { path: string }) => path)]
  }
  expect(await issueOf({ images: [] })).toEqual([400, 'images'])
  expect(await issueOf({ images: ['never-uploaded'] })).toEqual([400, 'pictures.never-uploaded'])
  expect(await issueOf({ overview: ' ', itinerary: [] })).toEqual([400, 'overview', 'itinerary'])
  expect(await issueOf({ basePrice: 0 })).toEqual([400, 'basePrice'])
  expect(await issueOf({ basePrice: 10.005 })).toEqual([400, 'fields.basePrice'])
  expect(await issueOf({ leastGroup: seen.fields.maxPeople + 1 })).toEqual([400, 'fields.leastGroup'])
  const policy = { fullRefundDays: 7, partialRefundDays: 14, partialRefundPercentage: 50 }
  expect(await issueOf({ refundPolicy: policy })).toEqual([400, 'fields.refundPolicy.partialRefundDays'])
  expect(await issueOf({ runs: { kind: 'weekdays', weekdays: [] } })).toEqual([400, 'fields.runs.weekdays'])
  expect((await read(manager)).version).toBe(seen.version)
})

test('a day names its place or none, and half of one is refused by its field and by the database', async () => {
  const [manager, traveller] = [await createStaff(site, 'manager'), await createBuyer(site)]
  const seen = await read(manager, OTHER)
  const place = { name: 'Chaumont', latitude: 47.4792, longitude: 1.1814 }
  const withPlaces = (first: unknown) =>
    seen.fields.itinerary.map((day, index) => ({ ...day, place: index === 0 ? first : index === 1 ? null : day.place })) as never
  const { json } = await edit(manager, seen, { itinerary: withPlaces(place) })
  expect(json.fields.itinerary.slice(0, 2).map((day: { place: unknown }) => day.place)).toEqual([place, null])
  const shown = (await traveller.tour(OTHER)).itinerary
  expect(shown[0]?.place).toEqual(place)
  expect(shown[1]).not.toHaveProperty('place')

  const pathOfIssue = async (wrong: object) => {
    const refused = await edit(manager, json, { itinerary: withPlaces({ ...place, ...wrong }) })
    return [refused.status, ...refused.json.issues.map(({ path }: { path: string }) => path)]
  }
  expect(await pathOfIssue({ name: ' ' })).toEqual([400, 'fields.itinerary.0.place.name'])
  expect(await pathOfIssue({ latitude: 90.1 })).toEqual([400, 'fields.itinerary.0.place.latitude'])
  expect(await pathOfIssue({ longitude: null })).toEqual([400, 'fields.itinerary.0.place.longitude'])
  const half = db().updateTable('itinerary_days').set({ latitude: null }).where('tour_id', '=', OTHER).where('day_number', '=', 1)
  await expect(half.execute()).rejects.toThrow('itinerary_days_place_is_whole')
})
