import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { createDatabase, createPool } from './db.ts'
import { createProbeCheck, PROBE, SEEN, signProbe } from './health.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db, now } = site.deps

async function isAnswered(probe: string): Promise<boolean> {
  const { headers, statusCode } = await site.app.inject({ url: '/readyz', headers: { [PROBE]: probe } })
  expect(statusCode).toBe(200)
  return headers[SEEN] !== undefined
}

test('only the doctor makes the secret and is answered, for a minute; whoever else sends a probe leaves nothing behind', async () => {
  const forged = `${now().getTime()}.${'a'.repeat(43)}`
  for (const probe of [forged, 'x', `${now().getTime()}.`, '']) expect(await isAnswered(probe), probe).toBe(false)
  expect(await db.selectFrom('secrets').select('name').where('name', '=', 'doctor').execute()).toEqual([])
  expect(await isAnswered(await signProbe(db, now()))).toBe(true)
  expect(await isAnswered(await signProbe(db, new Date(now().getTime() - 61_000)))).toBe(false)
  expect(await isAnswered(forged)).toBe(false)
})

test('the database is not asked about a probe of another form or age, nor again for the secret', async () => {
  const own = createDatabase(createPool(site.connection, 1, () => undefined))
  const isProbe = createProbeCheck(own)
  const probe = await signProbe(db, now())
  expect(await isProbe(probe, now())).toBe(true)
  const unread = createProbeCheck(own)
  await own.destroy()
  expect(await isProbe(probe, now())).toBe(true)
  for (const other of [
    undefined,
    'x',
    `${probe}x`,
    await signProbe(db, new Date(0)),
    await signProbe(db, new Date(now().getTime() + 61_000)),
  ])
    expect(await unread(other, now())).toBe(false)
  await expect(unread(probe, now())).rejects.toThrow()
})
