import type { StatsFs } from 'node:fs'
import fs, { readdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { generateIdentity } from 'age-encryption'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { commandLineOf } from '../../../tests/support/command-line.ts'
import { databaseUrl } from '../../../tests/support/database-url.ts'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { scratchFolder } from '../../../tests/support/restored-sites.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { doctor } from './doctor.ts'
import { examineCards } from './doctor/cards.ts'
import type { Finding } from './doctor/finding.ts'

const site = await createTestApp()
afterAll(async () => site.close())

/** What a site under https needs beside its address. */
const PRODUCTION = { NODE_ENV: 'production', CARD_SANDBOX: '1', TRUST_PROXY: '0', MAIL_FROM: 'Meridian <hello@meridian.example>' }

let backups = ''
beforeEach(async () => {
  commandLineOf(site)
  backups = await scratchFolder()
  vi.stubEnv('BACKUP_TO', backups)
})
afterEach(() => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
})

/** Returns what the doctor says about everything but what is fine, by what it is about, and the command's exit code. */
async function examine(settings: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const said: string[] = []
  await doctor.run(['--json'], (line) => said.push(line))
  const findings = JSON.parse(said.join('')) as Finding[]
  // The server of the tests does without fsync.
  const troubles = findings
    .filter(({ about, state }) => state !== 'ok' && about !== 'database settings')
    .map(({ about, state, says }) => [about, `${state}: ${says}`] as const)
  return { findings, troubles: Object.fromEntries(troubles), exitCode: process.exitCode ?? 0 }
}

test('of a site that is well every line is fine, for people and for programs', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(async () => smtp.close())
  const { findings, troubles, exitCode } = await examine({ SMTP_URL: smtp.url, PUBLIC_URL: site.origin })
  expect(troubles).toEqual({})
  expect(exitCode).toBe(0)
  expect(findings.map(({ about }) => about).join(', ')).toBe(
    'settings, disk, backup place, mail, address, database, extensions, schema, database settings, clock, proxy, card provider, webhook endpoint, machines, webhook, unprocessed events, unsent refunds, unsent emails, jobs, backup',
  )
  const said: string[] = []
  await doctor.run([], (line) => said.push(line))
  expect(said).toContain(`ok       address: ${site.origin} responds and is ready.`)
  expect(said).toContain(`ok       backup place: ${backups} is writable; backups are not encrypted.`)
  expect(await readdir(backups)).toEqual([])
  expect(smtp.offered()).toBe(0)
})

test('a restored copy is named as one', async () => {
  await site.asOwner('insert into restored_copy (backup_id, backup_moment) values (gen_random_uuid(), now())')
  onTestFinished(async () => site.asOwner('delete from restored_copy'))
  expect((await examine()).troubles['restored copy']).toMatch(/^warning: This is a restored copy: it sends no emails/)
})

test('a misspelt setting in the environment is a warning that proposes the near one', async () => {
  const { troubles, exitCode } = await examine({ DATABSE_POOL: '20' })
  expect(troubles['settings']).toBe('warning: DATABSE_POOL: isn’t a setting. Did you mean DATABASE_POOL?')
  expect(exitCode).toBe(0)
})

test('an owner of the tables that can’t connect is named with its setting', async () => {
  const url = new URL(databaseUrl(site.connection))
  url.searchParams.set('user', 'no_owner')
  const { findings } = await examine({ DATABASE_MIGRATION_URL: url.href })
  const owner = { about: 'database owner', state: 'fault', remedy: 'Check DATABASE_MIGRATION_URL.' }
  expect(findings).toContainEqual({ ...owner, says: expect.stringContaining('role "no_owner" does not exist') })
})

test('settings of the database that lose or slow down anything are named, with what is to be run', async () => {
  const settingsAt = async () => {
    const { findings } = await examine()
    const { state, says } = findings.find(({ about }) => about === 'database settings') ?? {}
    return `${state}: ${says}`
  }
  await site.asOwner(`alter role meridian_app set synchronous_commit = off`)
  await site.asOwner(`alter role meridian_app set enable_indexscan = off`)
  onTestFinished(async () => site.asOwner('alter role meridian_app reset all'))
  expect(await settingsAt()).toMatch(
    /^warning: .*enable_indexscan is off: lists and searches take seconds\..*synchronous_commit is off: a crash can lose payments/,
  )
  await site.asOwner('alter role meridian_app reset all')
  expect(await settingsAt()).not.toMatch(/enable_indexscan|synchronous_commit/)
})

test('each trouble is a line that names its remedy, and the rest is looked at all the same', async () => {
  await site.asOwner('revoke insert on reviews from meridian_app')
  onTestFinished(async () => site.asOwner('grant insert on reviews to meridian_app'))
  const silent = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await vi.waitUntil(() => silent.listening)
  const { port } = silent.address() as net.AddressInfo
  const { findings, troubles, exitCode } = await examine({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    ...PRODUCTION,
  })
  expect(troubles).toEqual({
    mail: expect.stringContaining(`fault: 127.0.0.1:${port} rejects us:`),
    address: expect.stringContaining(`fault: Can’t reach https://127.0.0.1:${port}:`),
    certificate: expect.stringContaining('fault: Browsers reject it:'),
    schema: 'fault: The site’s role can’t write to reviews.',
  })
  for (const { state, remedy } of findings) expect(remedy === undefined, state).toBe(state === 'ok')
  expect(exitCode).toBe(1)
})

test.each([
  ['last', 'max', /^warning: 1 migration is pending, starting with \S+\.$/, 'Start the site: it applies them.'],
  [
    'first',
    'min',
    /^fault: This version is too old for its database: \S+ has been applied, but not \S+\.$/,
    'Start the version that ran last',
  ],
])('a database that lacks its %s migration alone is described as a start would treat it', async (_which, pick, says, remedy) => {
  const chosen = `where name = (select ${pick}(name) from kysely_migration)`
  await site.asOwner(`create table kept as select * from kysely_migration ${chosen}`, `delete from kysely_migration ${chosen}`)
  onTestFinished(async () => site.asOwner('insert into kysely_migration select * from kept', 'drop table kept'))
  const { findings, troubles } = await examine()
  expect(troubles['schema']).toMatch(says)
  expect(findings.find(({ about }) => about === 'schema')?.remedy).toContain(remedy)
})

/** Starts a proxy before a site, which adds its visitor to X-Forwarded-For or passes on what it was sent. */
async function startProxy(to: string, isAdding: boolean): Promise<string> {
  const proxy = http.createServer((request, response) => {
    const sent = request.headers['x-forwarded-for']
    const forwarded = isAdding ? [sent, request.socket.remoteAddress].filter(Boolean).join(', ') : sent
    const headers = { ...request.headers, ...(forwarded && { 'x-forwarded-for': forwarded }) }
    http.get(`${to}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
  })
  onTestFinished(() => void proxy.close())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
}

test('a proxy that lets visitors pretend to come from anywhere, and an address that leads to another site, are named', async () => {
  const trusting = await createTestApp({ TRUST_PROXY: '1' })
  onTestFinished(async () => trusting.close())
  commandLineOf(trusting)
  const proxyAt = async (PUBLIC_URL: string) => (await examine({ PUBLIC_URL, TRUST_PROXY: '1' })).troubles['proxy']
  expect(await proxyAt(await startProxy(trusting.origin, true))).toBeUndefined()
  expect(await proxyAt(await startProxy(trusting.origin, false))).toMatch(/^fault: Visitors can spoof/)
  expect(await proxyAt(site.origin)).toBe(`warning: ${site.origin} is not the site running on this database.`)
})

test('a folder for backups that there is not yet is not made, and one that cannot be is named, as is none', async () => {
  const placeAt = async (BACKUP_TO: string) => (await examine({ BACKUP_TO })).troubles['backup place']
  expect(await placeAt(path.join(backups, 'nights', 'ours'))).toBeUndefined()
  expect(await readdir(backups)).toEqual([])
  await writeFile(path.join(backups, 'file'), '')
  for (const folder of [path.join(backups, 'file'), path.join(backups, 'file', 'nights'), '/proc/nights/ours'])
    expect(await placeAt(folder)).toContain(`fault: Can’t write to ${folder}: E`)
  vi.stubEnv('BACKUP_TO', undefined)
  expect((await examine()).troubles['backup place']).toBe('warning: No backup destination is set.')
})

test.each([
  [1_200_000_000, 'warning', '1.2'],
  [100_000_000, 'fault', '0.1'],
])('little room where backups go is named: %i bytes are a %s', async (free, state, gigabytes) => {
  const rooms = vi.spyOn(fs, 'statfs')
  onTestFinished(() => rooms.mockRestore())
  rooms.mockImplementation(async (folder) => ({ bavail: folder === backups ? free : 1e12, bsize: 1 }) as StatsFs)
  const { troubles } = await examine()
  expect(troubles['backup place']).toBe(`${state}: ${gigabytes} GB is free in ${backups}.`)
  expect(troubles['disk']).toBeUndefined()
})

test('a bucket for backups is tried out, and nothing is left in it; without it the backup place is a fault', async () => {
  const store = await startObjectStore()
  onTestFinished(async () => store.close())
  const { S3_BUCKET: _, ...keys } = store.settings
  const settings = { ...keys, BACKUP_TO: 's3://photos/nights', BACKUP_KEY: await generateIdentity() }
  const { findings } = await examine(settings)
  expect(findings).toContainEqual({
    about: 'backup place',
    state: 'ok',
    says: 's3://photos/nights is writable; backups are encrypted.',
  })
  const [put = '', ...others] = store.calls.map((call) => call.split('?', 1)[0] ?? '')
  expect(put).toMatch(/^PUT \/photos\/nights\/doctor-/)
  expect(others).toEqual([put.replace('PUT', 'DELETE')])
  await store.leave()
  expect((await examine(settings)).troubles['backup place']).toMatch(/^fault: Can’t write to s3:\/\/photos\/nights: .*ECONNREFUSED/)
})

test('a webhook endpoint that is missing, disabled, not registered for everything or unreadable is told apart', async () => {
  const endpoint = async () => (await examine({ PUBLIC_URL: site.origin })).troubles['webhook endpoint']
  onTestFinished(async () => {
    await site.cards.tell('webhooks', {})
    await site.cards.tell('faults/clear')
  })
  await site.cards.tell('webhooks', { types: ['checkout.session.completed', 'refund.updated', 'charge.dispute.created'] })
  expect(await endpoint()).toMatch(/^fault: The provider doesn’t send it .*refund\.failed.*charge\.dispute\.closed/)
  await site.cards.tell('webhooks', { drop: true })
  expect(await endpoint()).toBe(`fault: The provider has disabled ${site.origin}/webhooks/stripe.`)
  await site.cards.tell('faults', { route: 'GET /v1/webhook_endpoints', kind: 'bare_404', count: 100 })
  expect(await endpoint()).toMatch(/^warning: Couldn’t list the webhook endpoints/)
  await site.cards.tell('faults/clear')
  await site.cards.tell('webhooks', {})
  expect(await endpoint()).toBeUndefined()
  const elsewhere = { usesCardSandbox: false, PUBLIC_URL: 'https://meridian.example' }
  const [, finding] = await examineCards({ cards: site.deps.cards, config: elsewhere })
  expect(finding).toMatchObject({ state: 'fault', says: 'The provider sends no events to https://meridian.example/webhooks/stripe.' })
})

test('a card provider, a database or settings that are not there are told apart', async () => {
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  const cards = await examine()
  await site.cards.tell('faults/clear')
  expect(cards.troubles).toMatchObject({ 'card provider': expect.stringContaining('fault: It doesn’t respond:') })
  const database = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(database.troubles).toMatchObject({ database: expect.stringContaining('fault: Can’t connect:') })
  const settings = await examine({ PORT: 'banana' })
  expect(settings.troubles).toEqual({ settings: 'fault: PORT: must be a whole number from 0 to 65535.' })
})
