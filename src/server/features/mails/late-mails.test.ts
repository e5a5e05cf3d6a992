import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { queueMail, type QueuedMail, type RenderedMail } from '#server/lib/mail-outbox.ts'
import { createSmtpMailer, type OutgoingMail, type SendMail } from '#server/lib/mailer.ts'
import { operator } from '#server/lib/actors.ts'
import { sessionName } from '#server/lib/session-names.ts'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { mailingOf } from '../../../../tests/support/outbox.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { claimMail, resendMail } from './commands.ts'
import { sendDueMails, sendQueuedMail } from './flows.ts'
import { listFailedMails } from './queries.ts'

const HOUR_MS = 3_600_000
const ADDRESS = 'amelia@example.test'
let site: TestApp
let smtp: TestSmtpServer

beforeAll(async () => {
  site = await createTestApp()
  smtp = await startSmtpServer()
})
beforeEach(async () => {
  await site.deps.db.deleteFrom('tasks').execute()
  await site.deps.db.deleteFrom('mails').execute()
})
afterAll(async () => {
  await smtp.close()
  await site.close()
})

function render(template: string, data: unknown): RenderedMail {
  return { subject: template, html: '', text: JSON.stringify(data), secretFields: ['url'] }
}

async function queue(mail: Partial<QueuedMail> = {}): Promise<string> {
  const key = randomUUID()
  const full = { key, template: 'test', recipient: ADDRESS, data: { url: 'https://x' }, ...mail }
  await site.deps.db.transaction().execute((trx) => queueMail(trx, site.deps.queue, full))
  return (await site.deps.db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
}

/** Queues emails as an outage begun `hours` ago would have left them: often tried, and due again. */
async function leftBehind(count: number, { hours = 24, name = 'late' } = {}): Promise<void> {
  const at = new Date(site.deps.now().getTime() - hours * HOUR_MS)
  const rows = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), key: `${name}:${index}:${randomUUID()}` }))
  const facts = { template: name, recipient: ADDRESS, data: '{}', created_at: at, next_try_at: at, attempts: 11 }
  await site.deps.db
    .insertInto('mails')
    .values(rows.map((row) => ({ ...row, ...facts })))
    .execute()
}

async function drain(send: SendMail, stopping = AbortSignal.timeout(60_000)): Promise<void> {
  await sendDueMails(mailingOf(site, send, render), site.app.log, stopping)
}

async function rowOf(id: string) {
  return site.deps.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function openTasks() {
  return site.deps.db.selectFrom('tasks').selectAll().where('closed_at', 'is', null).execute()
}

const throughSmtp: SendMail = async (mail) => createSmtpMailer(smtp.url, 'Meridian <site@meridian.example>')(mail)

test('the emails left by a day without a mail server are sent in one run, each once, a few at a time', async () => {
  await leftBehind(300)
  const sent: string[] = []
  let inHand = 0
  let most = 0
  await drain(async ({ id }) => {
    most = Math.max(most, ++inHand)
    await new Promise(setImmediate)
    inHand--
    sent.push(id)
  })
  expect(new Set(sent).size).toBe(300)
  expect(sent).toHaveLength(300)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(5)
})

test('a hundred and fifty refused emails do not hold up the one behind them, and wait longer each time', async () => {
  await leftBehind(150, { hours: 30, name: 'poison' })
  await leftBehind(1)
  const sent: OutgoingMail[] = []
  await drain(async (mail) => {
    if (mail.subject === 'poison') throw Object.assign(new Error('not now'), { code: 'EMESSAGE', responseCode: 451 })
    sent.push(mail)
  })
  expect(sent.map(({ subject }) => subject)).toEqual(['late'])
  const [poisoned] = await site.deps.db.selectFrom('mails').selectAll().where('template', '=', 'poison').execute()
  expect(poisoned).toMatchObject({ attempts: 12, failure: 'EMESSAGE', leased_until: null, failed_at: null })
  expect((poisoned?.next_try_at.getTime() ?? 0) - site.deps.now().getTime()).toBeGreaterThan(14 * 60_000)
})

test('while the mail server is away a run tries a few emails and leaves the others to the next run', async () => {
  await leftBehind(30)
  let tries = 0
  await drain(async () => {
    tries++
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
  })
  expect(tries).toBe(5)
})

test('after an outage of hours, all emails are sent within a minute of the mail server’s return', async () => {
  await leftBehind(12)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
  for (let run = 0; run < 3; run++) await drain(async () => Promise.reject(away))
  const rows = await site.deps.db.selectFrom('mails').select(['next_try_at', 'failure']).where('failure', 'is not', null).execute()
  expect(rows).toHaveLength(12)
  const minute = site.deps.now().getTime() + 60_000
  expect(Math.max(...rows.map(({ next_try_at }) => next_try_at.getTime()))).toBeLessThanOrEqual(minute)
  const sent: string[] = []
  const later = { ...mailingOf(site, async ({ id }) => void sent.push(id), render), now: () => new Date(minute) }
  await sendDueMails(later, site.app.log, AbortSignal.timeout(60_000))
  expect(sent).toHaveLength(12)
})

test('a process that is being stopped begins no other email', async () => {
  await leftBehind(30)
  const stopping = new AbortController()
  let tries = 0
  await drain(async () => {
    tries++
    stopping.abort()
  }, stopping.signal)
  expect(tries).toBe(5)
})

test('while an email is being sent no transaction is open', async () => {
  const id = await queue()
  let open: unknown
  await sendQueuedMail(
    mailingOf(
      site,
      async () => {
        const inTransaction = sql`
          select from pg_stat_activity
          where datname = current_database() and application_name = ${sessionName('site')} and state like 'idle in transaction%'`
        open = (await inTransaction.execute(site.deps.db)).rows
      },
      render,
    ),
    id,
  )
  expect(open).toEqual([])
})

test('an email whose process has died is left alone while its lease lasts, and then sent', async () => {
  const id = await queue()
  await claimMail(site.deps.db, id)
  const sent: OutgoingMail[] = []
  const mailing = mailingOf(site, async (mail) => void sent.push(mail), render)
  expect(await sendQueuedMail(mailing, id)).toBe('in hand')
  expect(sent).toEqual([])
  await site.deps.db
    .updateTable('mails')
    .set({ leased_until: sql<Date>`now() - interval '1 second'` })
    .execute()
  expect(await sendQueuedMail(mailing, id)).toBe('done')
  expect(sent).toHaveLength(1)
})

test('a failure after the lease was lost changes nothing of an email that another process has sent', async () => {
  for (const error of [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, { code: 'ESOCKET' }]) {
    const id = await queue()
    const slow = mailingOf(
      site,
      async () => {
        await site.deps.db.updateTable('mails').set({ leased_until: null }).where('id', '=', id).execute()
        await sendQueuedMail(
          mailingOf(site, async () => undefined, render),
          id,
        )
        throw Object.assign(new Error('cut off'), error)
      },
      render,
    )
    await sendQueuedMail(slow, id).catch(() => undefined)
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Date), failed_at: null, failure: null })
  }
  expect(await openTasks()).toEqual([])
})

test('an address that the mail server refuses is not tried again: a task names the booking and no address', async () => {
  const buyer = await createBuyer(site)
  const { id: bookingId } = await bookAndPay(site, buyer, 1, nextDay())
  const mail = await site.deps.db.selectFrom('mails').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow()
  smtp.refused.add(buyer.email)
  const mailing = mailingOf(site, throughSmtp)
  await sendQueuedMail(mailing, mail.id)
  await sendQueuedMail(mailing, mail.id)
  expect(await rowOf(mail.id)).toMatchObject({ attempts: 1, failure: 'the address was rejected', failed_at: expect.any(Date) })
  const [task, ...others] = await openTasks()
  expect(others).toEqual([])
  expect(task).toMatchObject({ kind: 'mail_failed', subject: mail.id, booking_id: bookingId })
  expect(task?.cause).not.toContain('@')
  expect((await listFailedMails(site.deps.db, 10)).map(({ id }) => id)).toEqual([mail.id])

  smtp.refused.clear()
  await site.deps.db.transaction().execute((trx) => resendMail(trx, site.deps.queue, operator(), mail.id, site.deps.now()))
  await sendQueuedMail(mailing, mail.id)
  expect(smtp.mails.filter(({ to }) => to === buyer.email)).toHaveLength(1)
  expect(await openTasks()).toEqual([])
})

test('an email that couldn’t be sent for a week is given up, with a task (ASVS 16.3.4)', async () => {
  await leftBehind(2, { hours: 8 * 24 })
  let tries = 0
  await drain(async () => void tries++)
  expect(tries).toBe(0)
  expect((await openTasks()).map(({ kind, cause }) => [kind, cause.includes('for a week')])).toEqual([
    ['mail_failed', true],
    ['mail_failed', true],
  ])
  await drain(async () => void tries++)
  expect(await openTasks()).toHaveLength(2)
})

test.each([
  ['of an account', false, 0],
  ['to pay a booking', true, 1],
])('a link %s that has expired meanwhile is not sent, and is erased', async (_, isOfBooking, tasks) => {
  const booking = isOfBooking ? await bookAndPay(site, await createBuyer(site), 1, nextDay()) : undefined
  const expiresAt = new Date(site.deps.now().getTime() - 1)
  const id = await queue({ expiresAt, ...(booking && { bookingId: booking.id }) })
  const failing = async () => Promise.reject(new Error('never called'))
  await sendQueuedMail(mailingOf(site, failing, render), id)
  expect(await rowOf(id)).toMatchObject({ failed_at: expect.any(Date), data: { url: '' } })
  expect(await openTasks()).toHaveLength(tasks)
  await expect(
    site.deps.db.transaction().execute((trx) => resendMail(trx, site.deps.queue, operator(), id, site.deps.now())),
  ).rejects.toMatchObject({
    code: 'link_spent',
  })
})

test('emails to the agency itself that fail are one task: a task for each would make another email', async () => {
  smtp.refused.add(brand.email)
  const mailing = mailingOf(site, throughSmtp, render)
  for (let count = 0; count < 3; count++) await sendQueuedMail(mailing, await queue({ recipient: brand.email }))
  expect(await openTasks()).toHaveLength(1)
})
