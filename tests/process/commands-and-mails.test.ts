import { spawn } from 'node:child_process'
import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { administer, inDatabase } from '../support/databases.ts'
import { bookBody } from '../support/movers.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, COMMAND_LINE, createDataDir, programEnvironment, startServer } from '../support/server-process.ts'
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts'

const DATABASE = 'process_test_of_commands_and_mails'
let smtp: TestSmtpServer

beforeAll(async () => {
  smtp = await startSmtpServer()
  await administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`, `create database ${DATABASE}`)
})
afterAll(async () => {
  await cleanUp()
  await smtp.close()
  await administer(inject('postgres'), `drop database if exists ${DATABASE} with (force)`)
})

test('a quote approved on the command line links to the site that sends the email, whatever port the command was given', async () => {
  const dataDir = await createDataDir()
  const database = { DATABASE_URL: databaseUrl(inDatabase(inject('postgres'), DATABASE)) }
  const site = await startServer(dataDir, { ...database, DEMO: '1', SMTP_URL: smtp.url })
  const mover = await site.customer('mover@example.test')
  const { reference } = (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json.booking
  const command = spawn(process.execPath, [COMMAND_LINE, 'quotes', 'approve', reference], {
    cwd: projectRoot,
    stdio: 'ignore',
    env: programEnvironment(dataDir, { ...database, PORT: '4321' }),
  })
  expect(await once(command, 'close')).toEqual([0, null])
  const mail = await poll('the email with the link', async () => smtp.mails.find(({ text }) => text.includes('/pay/q/')))
  const { text = '' } = await PostalMime.parse(mail.text)
  expect(text).not.toContain('4321')
  const link = new URL(/http\S+\/pay\/q\/\S+/.exec(text)?.[0] ?? '')
  expect(link.origin).toBe(site.origin)
  const opened = await site.visitor().get(link.pathname)
  expect(opened.status).toBe(303)
  expect(opened.headers['location']).toContain(`${site.origin}/card-sandbox/`)
})
