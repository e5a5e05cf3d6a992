import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { DEMO_DOMAIN, GENERATED_DOMAIN, queueMail, type QueuedMail } from './mail-outbox.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

function newMail(key = `test:${randomUUID()}`): QueuedMail {
  return { key, template: 'test', recipient: 'amelia@example.test', data: { greeting: `Hello ${key}` } }
}

async function queue(mail: QueuedMail): Promise<void> {
  await site.deps.db.transaction().execute((trx) => queueMail(trx, site.deps.queue, mail))
}

async function jobsFor(mailId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pgboss.job where data ->> 'mailId' = ${mailId}`.execute(site.deps.db)
  return Number(rows[0]?.count)
}

test('an event that happens twice is emailed once: one row and one job per key, even at the same moment', async () => {
  const mail = newMail()
  await Promise.all(Array.from({ length: 10 }, async () => queue({ ...mail, data: { greeting: randomUUID() } })))
  const rows = await site.deps.db.selectFrom('mails').select('id').where('key', '=', mail.key).execute()
  expect(rows).toHaveLength(1)
  expect(await jobsFor(rows[0]?.id ?? '')).toBe(1)
})

test('a transaction that is rolled back leaves neither email nor job', async () => {
  const mail = newMail()
  let id: string | undefined
  const failing = site.deps.db.transaction().execute(async (trx) => {
    await queueMail(trx, site.deps.queue, mail)
    const row = await trx.selectFrom('mails').select('id').where('key', '=', mail.key).executeTakeFirstOrThrow()
    id = row.id
    throw new Error('the booking failed')
  })
  await expect(failing).rejects.toThrow('the booking failed')
  expect(await site.deps.db.selectFrom('mails').select('id').where('key', '=', mail.key).execute()).toEqual([])
  expect(await jobsFor(id ?? '')).toBe(0)
})

test.each(['somebody@deleted.invalid', `g1-1@${GENERATED_DOMAIN}`, `ada.khan.7@${DEMO_DOMAIN}`])(
  'nothing is queued for %s, which no email can reach',
  async (recipient) => {
    const mail = { ...newMail(), recipient }
    await queue(mail)
    expect(await site.deps.db.selectFrom('mails').select('id').where('key', '=', mail.key).execute()).toEqual([])
  },
)
