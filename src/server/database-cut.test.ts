import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openCutOffDatabase, type CutOffDatabase } from '../../tests/support/cut-off-database.ts'
import { everyCall } from '../../tests/support/every-call.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** After so many messages of the database the cable is pulled: each time at another point of each call. */
const MOMENTS = [0, 3, 8, 15, 25, 40, 60, 85, 120, 160]
let site: TestApp
let database: CutOffDatabase

beforeAll(async () => {
  database = await openCutOffDatabase(inject('postgres'))
  site = await createTestApp({}, { postgres: database.connection })
})
afterAll(async () => {
  database.mend()
  await site.close()
  await database.close()
})

test('a database that goes away in the middle of whatever people do is a 503, never a fault of ours', async () => {
  const customer = await site.customer()
  const staff = await createStaff(site)
  const faults = new Set<string>()
  let refused = 0
  for (const messages of MOMENTS) {
    database.cut(messages)
    const responses = everyCall.map(async ({ method, name, url, body, isForStaff }) => {
      const { cookies } = isForStaff ? staff : customer
      const browser = site.visitor()
      for (const [key, value] of cookies) browser.cookies.set(key, value)
      const response = await browser.request(method, url(ID), body, {})
      if (response.status === 503) refused += 1
      else if (response.status >= 500) faults.add(`${method} ${name} ${response.status}`)
    })
    await Promise.all(responses)
    database.mend()
  }
  expect([...faults].toSorted()).toEqual([])
  expect(refused).toBeGreaterThan(0)
})
