import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { departureId } from '#shared/tours/departures.ts'
import { pathOf } from '#shared/contract.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import { MIN_GROUP_DAYS } from '#shared/tours/staff.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import { bookAndPay, createBuyer, inDays, TOUR } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { watchSmallGroups } from './small-groups.ts'

const site = await openPaymentSite()
const { db } = site.deps

async function needAtLeast(leastGroup: number | null): Promise<void> {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, leastGroup } })
}

async function tasksOf(day: string) {
  const tasks = db.selectFrom('tasks').select(['id', 'cause', 'outcome', 'due_at']).where('kind', '=', 'least_group')
  return tasks.where('subject', '=', departureId(TOUR, day)).orderBy('opened_at').execute()
}

test('a departure of the next two weeks that too few have paid for is a task, which goes when enough have; nobody is refused', async () => {
  const [near, far, held] = [inDays(site, MIN_GROUP_DAYS), inDays(site, MIN_GROUP_DAYS + 1), inDays(site, 5)]
  await needAtLeast(4)
  const [buyer, other] = [await createBuyer(site), await createBuyer(site)]
  await bookAndPay(site, buyer, 3, near)
  await bookAndPay(site, buyer, 1, far)
  await other.openCheckout(TOUR, 2, held)
  for (const _ of [1, 2]) await watchSmallGroups(site.deps)
  expect(await tasksOf(near)).toMatchObject([
    { cause: expect.stringMatching(/^Tokyo and Mount Fuji on .* needs 4 travellers but only 3 have paid\./), outcome: null },
  ])
  expect((await tasksOf(near))[0]?.due_at?.toISOString()).toMatch(new RegExp(`^(${near}|${addDays(near, -1)})T`))
  expect([await tasksOf(far), await tasksOf(held)], 'too far ahead, or not paid for').toEqual([[], []])
  await bookAndPay(site, other, 1, near)
  await watchSmallGroups(site.deps)
  expect(await tasksOf(near)).toMatchObject([{ outcome: expect.stringContaining('enough travellers') }])
})

test('what a person has closed is not asked again; a tour without a least group asks nothing', async () => {
  const day = inDays(site, 7)
  await needAtLeast(4)
  await bookAndPay(site, await createBuyer(site), 2, day)
  await watchSmallGroups(site.deps)
  const [task] = await tasksOf(day)
  await db.transaction().execute((trx) => closeTask(trx, operator('admin_1'), task?.id ?? '', 'It runs', site.deps.now()))
  await watchSmallGroups(site.deps)
  expect(await tasksOf(day)).toMatchObject([{ outcome: 'It runs' }])
  await needAtLeast(null)
  const free = inDays(site, 8)
  await bookAndPay(site, await createBuyer(site), 1, free)
  await watchSmallGroups(site.deps)
  expect(await tasksOf(free)).toEqual([])
})
