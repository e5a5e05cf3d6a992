import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { listReviews } from '#shared/reviews/calls.ts'
import { hideReview, listStaffReviews, showReview } from '#shared/reviews/staff-calls.ts'
import type { ListReviewsResponse } from '#shared/reviews/public.ts'
import type { StaffReview } from '#shared/reviews/staff.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let manager: Browser
beforeAll(async () => {
  site = await createTestApp()
  manager = await createStaff(site, 'manager')
})
afterAll(async () => site.close())

async function listed(query = ''): Promise<StaffReview[]> {
  return (await manager.get(`${listStaffReviews.path}?${query}`)).json
}

async function publicReviews(): Promise<ListReviewsResponse> {
  return (await site.visitor().get(`${listReviews.path}?tour=${TOUR}&limit=50`)).json
}

function meanOf(reviews: { rating: number }[]): number {
  return Math.round((reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length) * 10) / 10
}

test('all staff read every review; only managers and administrators hide and show them', async () => {
  const [review] = await listed()
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), manager]
  for (const [make, statuses] of [
    [async (who: Browser) => who.get(listStaffReviews.path), [401, 403, 200, 200]],
    [async (who: Browser) => who.post(pathOf(hideReview, { id: review?.id ?? '' }), { reason: 'An insult' }), [401, 403, 403, 200]],
    [async (who: Browser) => who.post(pathOf(showReview, { id: review?.id ?? '' })), [401, 403, 403, 200]],
  ] as const) {
    const found = []
    for (const who of people) found.push((await make(who)).status)
    expect(found).toEqual(statuses)
  }
})

test('a hidden review is seen by staff alone, and hiding or showing it updates the tour’s rating', async () => {
  const traveller = await createBuyer(site)
  const before = await publicReviews()
  const ofAllTours = (await site.visitor().get(listReviews.path)).json
  const worst = (await listed(`tour=${TOUR}`)).toSorted((one, other) => one.rating - other.rating)[0] as StaffReview
  const others = before.data.filter(({ id }) => id !== worst.id)
  expect(others).toHaveLength(before.total - 1)
  const { json } = await manager.post(pathOf(hideReview, { id: worst.id }), { reason: 'Names a guide in an ugly way' })
  expect(json.hidden).toEqual({ at: expect.any(String), by: 'Sam Staff', reason: 'Names a guide in an ugly way' })
  const now = await publicReviews()
  expect(now).toMatchObject({ total: others.length, summary: { rating: meanOf(others) } })
  expect(now.data.map(({ id }) => id)).not.toContain(worst.id)
  expect(await traveller.tour(TOUR)).toMatchObject({ rating: meanOf(others), reviews: others.length })
  expect((await site.visitor().get(listReviews.path)).json.total).toBe(ofAllTours.total - 1)
  expect((await listed('state=hidden')).map(({ id }) => id)).toEqual([worst.id])
  expect((await listed('state=shown')).map(({ id }) => id)).not.toContain(worst.id)
  expect((await manager.post(pathOf(hideReview, { id: worst.id }), { reason: 'Again' })).json).toMatchObject({
    code: 'review_changed',
    message: 'Sam Staff has just hidden this review. Please check again.',
  })
  for (const _ of [1, 2])
    expect((await manager.post(pathOf(showReview, { id: worst.id }))).json).toMatchObject({ id: worst.id, hidden: null })
  expect(await publicReviews()).toEqual(before)
  expect((await site.visitor().get(listReviews.path)).json).toEqual(ofAllTours)
  expect(await traveller.tour(TOUR)).toMatchObject({ rating: before.summary.rating, reviews: before.total })
})

test('the list is paged by key, newest first, and hiding needs a reason', async () => {
  const all = await listed()
  const paged: StaffReview[] = []
  for (let before = ''; ; before = `&before=${paged.at(-1)?.id}`) {
    const page = await listed(`limit=40${before}`)
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged.slice(0, all.length)).toEqual(all)
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
  expect(await listed('before=nobody')).toEqual([])
  expect((await manager.post(pathOf(hideReview, { id: all[0]?.id ?? '' }), { reason: ' ' })).json.issues).toMatchObject([
    { path: 'reason' },
  ])
  expect((await manager.post(pathOf(hideReview, { id: 'nobody' }), { reason: 'An insult' })).status).toBe(404)
})
