import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { createBuyers } from '../../tests/support/buyers.ts'
import { openCutOffDatabase, type CutOffDatabase } from '../../tests/support/cut-off-database.ts'
import { everyCall } from '../../tests/support/every-call.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** The connection is cut after this many messages from the database: each time at another point of each call. */
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

test('a database that goes away in the middle of any call is a 503, never an internal error (ASVS 16.5.2)', async () => {
  const staff = await createStaff(site, 'admin')
  const faults = new Set<string>()
  let refused = 0
  for (const messages of MOMENTS) {
    // A new customer each time, since the calls include the logout.
    const customer = await site.customer()
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

test('a photo that the database can no longer record leaves no file', async () => {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#bf3f1a' } })
    .jpeg()
    .toBuffer()
  const statuses: number[] = []
  for (const [messages, mover] of (await createBuyers(site, 24)).entries()) {
    database.cut(messages)
    statuses.push((await mover.upload(vehicleCalls.uploadPhoto.path, { name: 'sofa.jpg', type: 'image/jpeg', bytes })).status)
    database.mend()
  }
  expect([...new Set(statuses)].toSorted()).toEqual([201, 503])
  const entries = await readdir(path.join(site.deps.config.DATA_DIR, 'uploads'), { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(statuses.filter((status) => status === 201).length)
})
