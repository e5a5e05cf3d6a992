import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { ConnectionOptions } from './db.ts'
import { listLateMails, queueMail, SEND_MAIL_JOB, sendQueuedMail, type QueuedMail, type RenderedMail } from './mail-outbox.ts'
import type { OutgoingMail } from './mailer.ts'
import { createQueue } from './queue.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

function newMail(key = `test:${randomUUID()}`): QueuedMail {
  return { key, template: 'test', recipient: 'amelia@example.test', data: { greeting: `Hello ${key}` } }
}

function render(template: string, data: unknown): RenderedMail {
  const { greeting } = data as { greeting: string }
  return { subject: template, html: `<p>${greeting}</p>`, text: greeting }
}

async function queue(mail: QueuedMail): Promise<void> {
  await site.deps.db.transaction().execute((trx) => queueMail(trx, site.deps.queue, mail))
}

async function rowOf({ key }: QueuedMail) {
  return site.deps.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
}

async function queued(mail = newMail()): Promise<string> {
  await queue(mail)
  return (await rowOf(mail)).id
}

async function jobsFor(mailId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pgboss.job where data ->> 'mailId' = ${mailId}`.execute(site.deps.db)
  return Number(rows[0]?.count)
}

test('a queued email is sent once, to its recipient, as its template renders it', async () => {
  const mail = newMail()
  const id = await queued(mail)
  const sent: OutgoingMail[] = []
  const send = async (outgoing: OutgoingMail) => void sent.push(outgoing)
  await sendQueuedMail(site.deps.db, send, render, id)
  await sendQueuedMail(site.deps.db, send, render, id)
  const text = `Hello ${mail.key}`
  expect(sent).toEqual([{ id, to: 'amelia@example.test', subject: 'test', html: `<p>${text}</p>`, text }])
  expect(await rowOf(mail)).toMatchObject({ attempts: 1, failure: null, sent_at: expect.any(Date) })
})

test('two workers on one email send it once: the second does not wait for the first', async () => {
  const id = await queued()
  let count = 0
  const gate = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const first = sendQueuedMail(
    site.deps.db,
    async () => {
      count++
      begun.resolve(undefined)
      await gate.promise
    },
    render,
    id,
  )
  await begun.promise
  await sendQueuedMail(site.deps.db, async () => void count++, render, id)
  gate.resolve(undefined)
  await first
  expect(count).toBe(1)
})

test('what happens twice is emailed once: one row and one job for a key, even at the same moment', async () => {
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

test('a transport that fails is counted and thrown, so that the queue tries again, and a later success clears it', async () => {
  const mail = newMail()
  const id = await queued(mail)
  const refused = Object.assign(new Error('connect ECONNREFUSED smtp.example.test'), { code: 'ECONNREFUSED' })
  const fail = async () => Promise.reject(refused)
  await expect(sendQueuedMail(site.deps.db, fail, render, id)).rejects.toMatchObject({ cause: refused })
  await expect(sendQueuedMail(site.deps.db, fail, render, id)).rejects.toMatchObject({ cause: refused })
  expect(await rowOf(mail)).toMatchObject({ attempts: 2, failure: 'ECONNREFUSED', sent_at: null })
  let count = 0
  await sendQueuedMail(site.deps.db, async () => void count++, render, id)
  expect(count).toBe(1)
  expect(await rowOf(mail)).toMatchObject({ attempts: 3, failure: null, sent_at: expect.any(Date) })
})

test('an email that cannot be rendered is counted too, and holds up no other', async () => {
  const broken = newMail()
  const id = await queued(broken)
  const failing = () => {
    throw new Error('There is no email template test.')
  }
  await expect(sendQueuedMail(site.deps.db, async () => undefined, failing, id)).rejects.toThrow('The email could not be sent.')
  expect(await rowOf(broken)).toMatchObject({ attempts: 1, failure: 'unknown', sent_at: null })
})

test('an email that does not exist is no error', async () => {
  await sendQueuedMail(site.deps.db, async () => Promise.reject(new Error('never called')), render, randomUUID())
})

test('two processes on one database send each of 30 emails once', async () => {
  const own = await createTestApp()
  const { db, pool } = own.deps
  const { host = '', port = 0, user = '', database = '', connectionString } = pool.options
  const connection: ConnectionOptions = connectionString === undefined ? { host, port, user, database } : { connectionString }
  const sent: string[] = []
  const processes = [createQueue(connection, own.app.log), createQueue(connection, own.app.log)]
  const run = async (data: unknown) => sendQueuedMail(db, async ({ id }) => void sent.push(id), render, (data as { mailId: string }).mailId)
  try {
    for (const process of processes) await process.start([{ name: SEND_MAIL_JOB, run }])
    for (let index = 0; index < 30; index++) {
      await db.transaction().execute((trx) => queueMail(trx, own.deps.queue, newMail(`bulk:${index}`)))
    }
    const unsent = async () => (await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length
    await expect.poll(unsent, { timeout: 8000, interval: 50 }).toBe(0)
    expect(sent).toHaveLength(30)
    expect(new Set(sent).size).toBe(30)
  } finally {
    for (const process of processes) await process.stop()
    await own.close()
  }
})

test('an email unsent for an hour is tried again; one that is fresh, sent or a week old is not', async () => {
  const age = async (mailId: string, hours: number) =>
    site.deps.db
      .updateTable('mails')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', mailId)
      .execute()
  const [fresh, late, sent, old] = [await queued(), await queued(), await queued(), await queued()]
  await age(late, 1)
  await age(sent, 1)
  await age(old, 8 * 24)
  await sendQueuedMail(site.deps.db, async () => undefined, render, sent)
  const found = await listLateMails(site.deps.db, new Date())
  expect(found).toContain(late)
  for (const other of [fresh, sent, old]) expect(found).not.toContain(other)
})
