import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectionOptions } from '#server/lib/db.ts'
import { queueMail, type QueuedMail, type RenderedMail } from '#server/lib/mail-outbox.ts'
import type { OutgoingMail, SendMail } from '#server/lib/mailer.ts'
import { createQueue } from '#server/lib/queue.ts'
import { mailingOf } from '../../../../tests/support/outbox.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { sendDueMails, sendQueuedMail, type Mailing } from './flows.ts'
import { mailJobs } from './jobs.ts'

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

function mailing(send: SendMail): Mailing {
  return mailingOf(site, send, render)
}

async function rowOf({ key }: QueuedMail) {
  return site.deps.db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
}

async function queued(mail = newMail()): Promise<string> {
  await site.deps.db.transaction().execute((trx) => queueMail(trx, site.deps.queue, mail))
  return (await rowOf(mail)).id
}

test('a queued email is sent once, to its recipient, as its template renders it', async () => {
  const mail = newMail()
  const id = await queued(mail)
  const sent: OutgoingMail[] = []
  const send = async (outgoing: OutgoingMail) => void sent.push(outgoing)
  await sendQueuedMail(mailing(send), id)
  await sendQueuedMail(mailing(send), id)
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
    mailing(async () => {
      count++
      begun.resolve(undefined)
      await gate.promise
    }),
    id,
  )
  await begun.promise
  await sendQueuedMail(
    mailing(async () => void count++),
    id,
  )
  gate.resolve(undefined)
  await first
  expect(count).toBe(1)
})

test('a transport that fails is counted and thrown, so that the queue tries again, and a later success clears it', async () => {
  const mail = newMail()
  const id = await queued(mail)
  const refused = Object.assign(new Error('connect ECONNREFUSED smtp.example.test'), { code: 'ECONNREFUSED' })
  const fail = async () => Promise.reject(refused)
  await expect(sendQueuedMail(mailing(fail), id)).rejects.toMatchObject({ cause: refused })
  await expect(sendQueuedMail(mailing(fail), id)).rejects.toMatchObject({ cause: refused })
  expect(await rowOf(mail)).toMatchObject({ attempts: 2, failure: 'ECONNREFUSED', sent_at: null })
  let count = 0
  await sendQueuedMail(
    mailing(async () => void count++),
    id,
  )
  expect(count).toBe(1)
  expect(await rowOf(mail)).toMatchObject({ attempts: 3, failure: null, sent_at: expect.any(Date) })
})

test('an email that cannot be rendered is counted too, and holds up no other', async () => {
  const broken = newMail()
  const id = await queued(broken)
  const failing = () => {
    throw new Error('There is no email template test.')
  }
  await expect(
    sendQueuedMail(
      mailingOf(site, async () => undefined, failing),
      id,
    ),
  ).rejects.toThrow('We couldn’t send the email.')
  expect(await rowOf(broken)).toMatchObject({ attempts: 1, failure: 'unknown', sent_at: null })
})

test('an email that does not exist is no error', async () => {
  await sendQueuedMail(
    mailing(async () => Promise.reject(new Error('never called'))),
    randomUUID(),
  )
})

test('two processes on one database send each of 30 emails once', async () => {
  const own = await createTestApp()
  const { db, pool } = own.deps
  const { host = '', port = 0, user = '', database = '', connectionString } = pool.options
  const connection: ConnectionOptions = connectionString === undefined ? { host, port, user, database } : { connectionString }
  const sent: string[] = []
  const processes = [createQueue(connection, own.app.log, true), createQueue(connection, own.app.log, true)]
  const jobs = mailJobs(
    own.deps,
    mailingOf(own, async ({ id }) => void sent.push(id), render),
    own.app.log,
  )
  try {
    for (const process of processes) await process.start(jobs)
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
  await sendQueuedMail(
    mailing(async () => undefined),
    sent,
  )
  const tried: string[] = []
  await sendDueMails(
    mailing(async ({ id }) => void tried.push(id)),
    site.app.log,
    AbortSignal.timeout(60_000),
  )
  expect(tried).toContain(late)
  for (const other of [fresh, sent, old]) expect(tried).not.toContain(other)
})
