import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as deskCalls from '#shared/desk/staff-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { sendDueMails } from '#server/features/mails/flows.ts'
import { openTask, settleTasks } from '#server/features/tasks/tasks.ts'
import { createSmtpMailer } from '#server/lib/mailer.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { mailingOf } from '../../../../tests/support/outbox.ts'
import { startSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { ALARM_CHECKS, watchAlarms, type AlarmCheck } from './alarms.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let lines: string[] = []
const site = await createTestApp({ LOG_LEVEL: 'warn' }, { onLine: (line) => void lines.push(line) })
afterAll(async () => site.close())
const { db, log } = site.deps
const staff = await createStaff(site)
/** Has no room at all. */
const FULL_FOLDER = process.platform === 'darwin' ? '/dev' : '/proc'

beforeEach(async () => {
  lines = []
  await db.deleteFrom('mails').execute()
  await db.deleteFrom('alarms').execute()
})

/** Returns the subjects of the alarms that the administrator has been sent or is to be sent. */
async function told(): Promise<string[]> {
  const mails = db.selectFrom('mails').select(['template', 'data', 'recipient']).where('template', '=', 'alarm').orderBy('created_at')
  const rows = await mails.execute()
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBeLessThan(2)
  return rows.map(({ template, data }) => renderTemplate(template, data).subject)
}

async function arrive(): Promise<void> {
  await db.updateTable('mails').set({ sent_at: site.deps.now() }).where('sent_at', 'is', null).execute()
}

const only = (name: string) => ALARM_CHECKS.filter((check) => check.name === name)

test('an alarm is mailed when it begins, once a day while it lasts, and when it is over; a pause of some minutes is no end', async () => {
  let says: string | undefined = 'The tank is empty.'
  const tank: AlarmCheck = { name: 'tank', look: async () => says }
  const look = async (afterMs = 0) => {
    site.advance(afterMs)
    // Two processes at once.
    await Promise.all([watchAlarms(site.deps, log, [tank]), watchAlarms(site.deps, log, [tank])])
    const subjects = await told()
    await arrive()
    return subjects
  }
  expect(await look()).toEqual(['Alert at Meridian: tank'])
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, alarm: 'tank', msg: 'alarm: The tank is empty.' }),
  ])
  expect(await look(23 * HOUR_MS)).toHaveLength(1)
  expect(await look(HOUR_MS)).toEqual(['Alert at Meridian: tank', 'Alert continues at Meridian: tank'])
  says = undefined
  expect(await look(MINUTE_MS)).toHaveLength(2)
  says = 'It is empty again.'
  expect(await look(20 * MINUTE_MS)).toHaveLength(2)
  says = undefined
  expect(await look(MINUTE_MS)).toHaveLength(2)
  expect((await look(15 * MINUTE_MS))[2]).toBe('Resolved at Meridian: tank')
  expect(await look(24 * HOUR_MS)).toHaveLength(3)
  says = 'And again.'
  expect(await look()).toHaveLength(4)
})

test('a look that fails leaves the others alone, and neither begins nor ends an alarm', async () => {
  const broken: AlarmCheck = { name: 'broken', look: async () => Promise.reject(new Error('It cannot be seen.')) }
  const wet: AlarmCheck = { name: 'roof', look: async () => 'It rains in.' }
  await watchAlarms(site.deps, log, [broken, wet])
  expect(await told()).toEqual(['Alert at Meridian: roof'])
  await arrive()
  site.advance(HOUR_MS)
  await watchAlarms(site.deps, log, [{ ...broken, name: wet.name }])
  expect(await told()).toHaveLength(1)
  expect(lines.filter((line) => line.includes('It cannot be seen.'))).toHaveLength(2)
})

test('a disk without room, and a provider that is silent while money moves, are alarms that say what to do', async () => {
  const full = { ...site.deps, config: { ...site.deps.config, DATA_DIR: FULL_FOLDER } }
  await watchAlarms(full, log, only('disk'))
  await watchAlarms(site.deps, log, only('webhook'))
  expect(await told()).toEqual(['Alert at Meridian: disk'])
  await db
    .transaction()
    .execute(async (trx) => openTask(trx, { kind: 'events_stopped', subject: 'events', cause: 'None.' }, site.deps.now()))
  await watchAlarms(site.deps, log, only('webhook'))
  const mails = await db.selectFrom('mails').select(['template', 'data']).where('template', '=', 'alarm').orderBy('created_at').execute()
  const [disk = '', webhook = ''] = mails.map(({ template, data }) => renderTemplate(template, data).text)
  expect(disk).toContain(`Only 0.0 GB is free in ${FULL_FOLDER}. Free up space`)
  expect(webhook).toContain('we’ve never received an event')
  await db.transaction().execute(async (trx) => settleTasks(trx, ['events_stopped'], 'events', 'They come.', site.deps.now()))
  await watchAlarms(site.deps, log, only('webhook'))
  site.advance(HOUR_MS)
  await watchAlarms(site.deps, log, only('webhook'))
  expect((await told()).at(-1)).toBe('Resolved at Meridian: webhook')
})

test('mail that fails is an error in the log and late on Today; its one email waits with the others and goes out with them', async () => {
  const look = async () => watchAlarms(site.deps, log, only('mail'))
  const old = new Date(site.deps.now().getTime() - HOUR_MS)
  const data = { name: 'Ada', isByLink: true, siteUrl: 'https://www.example.com' }
  const waiting = { id: randomUUID(), key: 'old', template: 'password-changed', recipient: 'ada@example.test' }
  await db
    .insertInto('mails')
    .values({ ...waiting, data: JSON.stringify(data), created_at: old, next_try_at: old })
    .execute()
  await look()
  expect(lines.filter((line) => line.includes('"level":50') && line.includes('unsent email has been waiting since'))).toHaveLength(1)
  const health: { check: string; isLate: boolean }[] = (await staff.get(deskCalls.getHealth.path)).json
  expect(health.filter(({ isLate }) => isLate).map(({ check }) => check)).toEqual(['email'])
  for (let day = 0; day < 2; day += 1) {
    site.advance(25 * HOUR_MS)
    await look()
  }
  expect(await told()).toEqual(['Alert at Meridian: mail'])
  const smtp = await startSmtpServer()
  onTestFinished(async () => smtp.close())
  const send = createSmtpMailer(smtp.url, 'Meridian <hello@meridian.example>')
  await sendDueMails(mailingOf(site, send), log, AbortSignal.timeout(60_000))
  expect(smtp.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())).toEqual(
    expect.arrayContaining([expect.stringContaining('password'), 'Alert at Meridian: mail']),
  )
  await look()
  site.advance(HOUR_MS)
  await look()
  expect(await told()).toEqual(['Alert at Meridian: mail', 'Resolved at Meridian: mail'])
})
