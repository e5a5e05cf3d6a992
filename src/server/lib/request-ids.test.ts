import { once } from 'node:events'
import { request as startRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as mailCalls from '#shared/mails/staff-calls.ts'
import { payReturn } from '#shared/payments/calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { accountJobs } from '#server/features/accounts/accounts.ts'
import { mailJobs } from '#server/features/mails/jobs.ts'
import { createBuyer, nextDay, TOUR } from '../../../tests/support/buyers.ts'
import { createStaff } from '../../../tests/support/movers.ts'
import { mailingOf } from '../../../tests/support/outbox.ts'
import { poll } from '../../../tests/support/poll.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { createSmtpMailer } from './mailer.ts'
import { createQueue, type JobDefinition } from './queue.ts'
import { asPartOf, currentRequestId } from './request-ids.ts'

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
const THEIRS = '11111111-2222-4333-8444-555555555555'

interface Line {
  reqId?: string
  msg: string
  err?: { message: string }
}

let lines: string[] = []
const site = await createTestApp({ LOG_LEVEL: 'trace', WEB_ORIGIN: 'https://pages.example' }, { onLine: (line) => void lines.push(line) })
const { db, log, queue } = site.deps
afterAll(async () => site.close())
beforeEach(() => {
  lines = []
})

const logged = () => lines.map((line) => JSON.parse(line) as Line)

/** Sends the bytes as they are, and returns the id in the head of the response. */
async function sendRaw(bytes: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.end(bytes)
  return /^x-request-id: (\S+)/im.exec(await text(socket))?.[1]
}

/** Sends a body that arrives after its head. */
async function postOverWire(path: string, body: object): Promise<string | string[] | undefined> {
  const headers = { 'content-type': 'application/json', origin: site.origin }
  const request = startRequest(`${site.origin}${path}`, { method: 'POST', headers })
  request.flushHeaders()
  await poll('the head', async () => lines.some((line) => line.includes('incoming request')))
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.resume()
  return response.headers['x-request-id']
}

/** Runs these jobs for real, until the test ends. */
async function run(jobs: JobDefinition[]): Promise<void> {
  const running = createQueue(site.connection, log, true)
  onTestFinished(async () => running.stop())
  await running.start(jobs)
}

test('every response has an id of its own, never the one that the client sent', async () => {
  const buyer = await createBuyer(site)
  const session = await buyer.openCheckout(TOUR, 1, nextDay())
  const theirs = { 'x-request-id': THEIRS }
  const paths = ['/', '/healthz', '/nowhere', ownCalls.getAccount.path, payReturn.path, `/card-sandbox/c/pay/${session}`, '/openapi.json']
  const ids = await Promise.all(paths.map(async (path) => (await buyer.get(path, theirs)).headers['x-request-id']))
  const preflight = { ...theirs, origin: 'https://pages.example', 'access-control-request-method': 'GET' }
  ids.push((await site.app.inject({ method: 'OPTIONS', url: ownCalls.getAccount.path, headers: preflight })).headers['x-request-id'])
  ids.push(await sendRaw(`GET /tours/%zz HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${THEIRS}\r\nconnection: close\r\n\r\n`))
  ids.push(await sendRaw('this is not HTTP\r\n\r\n'))
  for (const id of ids) expect(id).toMatch(UUID)
  expect(new Set([...ids, THEIRS]).size).toBe(paths.length + 4)
})

test('every line of a request names it once, also those that are not written through its own logger', async () => {
  const buyer = await createBuyer(site)
  lines = []
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  onTestFinished(async () => void (await site.cards.tell('faults/clear')))
  const refused = await buyer.checkout(TOUR, 1, nextDay())
  const ofRequest = logged().filter(({ reqId }) => reqId === refused.headers['x-request-id'])
  expect(ofRequest.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['incoming request', expect.stringContaining('card provider: '), 'request completed']),
  )
  for (const line of lines) expect(line.match(/"reqId":/g)).toHaveLength(1)
})

test('what a request leaves to jobs goes on under its id: the job’s lines, the email it queues, its header, and what staff see of it', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(async () => smtp.close())
  const manager = await createStaff(site, 'manager')
  const { email } = await createBuyer(site)
  await db.deleteFrom('mails').execute()
  lines = []
  const id = await postOverWire(accountCalls.forgotPassword.path, { email })
  expect(id).toMatch(UUID)
  const send = createSmtpMailer(smtp.url, 'Meridian <hello@meridian.example>')
  const render = (template: string, data: unknown) => {
    log.info('email rendered')
    return renderTemplate(template, data)
  }
  await run([...accountJobs(site.deps), ...mailJobs(site.deps, mailingOf(site, send, render), log)])
  const mail = await poll('the email', async () => smtp.mails.find(({ to }) => to === email))
  expect(/^X-Request-Id: (\S+)/im.exec(mail.text)?.[1]).toBe(id)
  expect(logged().find(({ msg }) => msg === 'email rendered')?.reqId).toBe(id)
  const row = await db.selectFrom('mails').select(['id', 'request_id']).where('recipient', '=', email).executeTakeFirstOrThrow()
  expect(row.request_id).toBe(id)
  expect((await manager.get(pathOf(mailCalls.getMail, { id: row.id }))).json.requestId).toBe(id)
})

test('jobs work on the same data with an id and without, and what nobody asked for has none', async () => {
  const worked: { data: unknown; id: string | undefined }[] = []
  const failing: JobDefinition = { name: 'tests.failing', run: async () => Promise.reject(new Error('It failed.')) }
  const ours: JobDefinition = {
    name: 'tests.request-ids',
    async run(data) {
      worked.push({ data, id: currentRequestId() })
      await db.transaction().execute(async (trx) => queue.enqueue(trx, failing.name, {}))
    },
  }
  await queue.open([ours.name, failing.name])
  await db.transaction().execute(async (trx) => queue.enqueue(trx, ours.name, { tourId: 'old' }))
  const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = ${ours.name}`.execute(db)
  expect(rows).toEqual([{ data: { tourId: 'old' } }])
  await asPartOf(THEIRS, async () => db.transaction().execute(async (trx) => queue.enqueue(trx, ours.name, { tourId: 'new' })))
  await run([ours, failing])
  const failed = () => logged().filter(({ err }) => err?.message === 'It failed.')
  await poll('both jobs and what they enqueued', async () => failed().length >= 2)
  expect(worked).toEqual(
    expect.arrayContaining([
      { data: { tourId: 'old' }, id: undefined },
      { data: { tourId: 'new' }, id: THEIRS },
    ]),
  )
  expect(new Set(failed().map(({ reqId }) => reqId))).toEqual(new Set([undefined, THEIRS]))
})
