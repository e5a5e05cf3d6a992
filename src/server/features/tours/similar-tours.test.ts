import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { listSimilarTours } from '#shared/tours/calls.ts'
import { MAX_SIMILAR, similarToursResponseSchema, type Tour } from '#shared/tours/public.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let visitor: Browser

beforeAll(async () => {
  site = await createTestApp()
  visitor = await site.customer()
})
afterAll(async () => site.close())

async function similarTo(id: string): Promise<Tour[]> {
  const { status, json } = await visitor.get(pathOf(listSimilarTours, { id }))
  expect(status).toBe(200)
  return similarToursResponseSchema.parse(json).data
}

test('a tour has others beside it: of its own region first, on sale, and never itself', async () => {
  for (const [id, region] of [
    ['kyoto-temples-and-tea', 'Japan'],
    ['bukit-beaches-and-lembongan', 'Bali'],
    ['riviera-by-the-little-trains', 'France'],
  ] as const) {
    const found = await similarTo(id)
    expect(found).toHaveLength(MAX_SIMILAR)
    expect(found.map((tour) => tour.id)).not.toContain(id)
    expect(found.map((tour) => [tour.isActive, tour.destination.endsWith(region)])).toEqual(found.map(() => [true, true]))
  }
})

test('what is taken off the site, or has left for the last time, is offered no longer; the only one of its region has others for the same interests', async () => {
  const [first, second] = await similarTo('yosemite-in-four-days')
  await site.asOwner(
    `update tours set is_active = false where id = '${first?.id}'`,
    `update tours set run_dates = array[date '2020-05-01'] where id = '${second?.id}'`,
    `update tours set destination = 'Lima, Peru' where id = 'chamonix-balconies-and-lakes'`,
  )
  const ids = (await similarTo('yosemite-in-four-days')).map((tour) => tour.id)
  expect(ids).toHaveLength(MAX_SIMILAR)
  expect(ids).not.toContain(first?.id)
  expect(ids).not.toContain(second?.id)
  const elsewhere = await similarTo('chamonix-balconies-and-lakes')
  expect(elsewhere).toHaveLength(MAX_SIMILAR)
  expect(elsewhere.every(({ tags }) => tags.some((tag) => ['hiking', 'photography', 'wildlife'].includes(tag)))).toBe(true)
})

test('a tour that is not offered has none', async () => {
  for (const id of ['france-north-to-south-by-rail', 'nowhere', '%00'])
    expect((await visitor.get(pathOf(listSimilarTours, { id }))).status).toBe(404)
})
