import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SiteHealth } from '#shared/desk/health.ts'
import * as deskCalls from '#shared/desk/staff-calls.ts'
import { doctor } from '#server/cli/doctor.ts'
import type { Finding } from '#server/cli/doctor/finding.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp, TOKEN_SECRET, type TestApp } from '../../../../tests/support/test-app.ts'
import { watchMachines } from './machines.ts'

let site: TestApp
let staff: Browser
let folder = ''

beforeAll(async () => {
  site = await createTestApp()
  staff = await createStaff(site)
  await site.deps.db.deleteFrom('mails').execute()
})
afterAll(async () => site.close())
beforeEach(async () => {
  folder = await scratchFolder()
})
afterEach(async () => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
  await site.deps.db.deleteFrom('processes').execute()
  await site.deps.db.deleteFrom('data_folder').execute()
})

/** Starts a process with other settings; `log` has its warnings. */
async function start(port: number, settings: Partial<TestApp['deps']['config']> = {}) {
  const log: unknown[] = []
  const config = { ...site.deps.config, DATA_DIR: folder, ...settings }
  const stop = await watchMachines({ db: site.deps.db, config, log: { warn: (line: unknown) => log.push(line) } as never }, port)
  return { log, stop }
}

async function onToday() {
  const health: SiteHealth = (await staff.get(deskCalls.getHealth.path)).json
  const { isLate, settings } = health.find(({ check }) => check === 'machines') ?? {}
  return { isLate, settings }
}

async function atTheDoctor(): Promise<string[]> {
  commandLineOf(site)
  vi.stubEnv('SESSION_SECRET', TOKEN_SECRET)
  const said: string[] = []
  await doctor.run(['--json'], (line) => said.push(line))
  return (JSON.parse(said.join('')) as Finding[]).filter(({ about }) => about === 'machines').map(({ state, says }) => `${state}: ${says}`)
}

test.each([
  ['SESSION_SECRET', { SESSION_SECRET: 'another secret of the tests, long enough to sign' }],
  ['AGENCY_TIME_ZONE', { AGENCY_TIME_ZONE: 'Asia/Tokyo' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://other.example' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_of_another_account' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: ['whsec_of_another_endpoint'] }],
  ['S3_BUCKET', { S3_BUCKET: 'other', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }],
  ['FILES_IN', { filesIn: 's3' as const }],
])(
  'a second process with a different %s is named in the log at its start, on Today and by the doctor, until one of them stops',
  async (setting, settings) => {
    const first = await start(1)
    expect([first.log, await onToday()]).toEqual([[], { isLate: false, settings: [] }])
    const second = await start(2, settings)
    const says = expect.stringMatching(new RegExp(`^${setting} differs between the processes on this database: \\S+:1 \\| \\S+:2\\.$`))
    expect(second.log).toEqual([says])
    expect(await onToday()).toEqual({ isLate: true, settings: [setting] })
    expect(await atTheDoctor()).toEqual([
      expect.stringMatching(`^fault: ${setting} differs between the processes on this database: \\S+:1, this command \\| \\S+:2\\.$`),
    ])
    await first.stop()
    expect(await onToday()).toEqual({ isLate: false, settings: [] })
    await second.stop()
  },
)

test('a secret is kept as a digest only, and one that is changed on purpose is no difference once the last process with the old one is gone', async () => {
  const first = await start(1)
  const { db } = site.deps
  expect(JSON.stringify(await db.selectFrom('processes').selectAll().execute())).not.toContain(TOKEN_SECRET)
  // It was killed, and has not been seen since.
  await site.asOwner(`update processes set seen_at = now() - interval '4 minutes'`)
  expect((await start(2, { SESSION_SECRET: 'a new secret of the tests, long enough to sign' })).log).toEqual([])
  // One that is killed and started again with another secret is not compared with itself.
  expect((await start(2)).log).toEqual([])
  await first.stop()
})

test('a running process logs a difference once, at its next look of each minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const first = await start(1)
    await start(2, { AGENCY_TIME_ZONE: 'Asia/Tokyo' })
    for (let minute = 1; minute <= 2; minute += 1) {
      const { seen_at: before } = await site.deps.db
        .selectFrom('processes')
        .select('seen_at')
        .where('name', 'like', '%:1')
        .executeTakeFirstOrThrow()
      await vi.advanceTimersByTimeAsync(60_000)
      await vi.waitUntil(async () => {
        const rows = site.deps.db.selectFrom('processes').select('seen_at').where('name', 'like', '%:1').where('seen_at', '>', before)
        return (await rows.executeTakeFirst()) !== undefined && first.log.length > 0
      })
    }
    expect(first.log).toEqual([expect.stringContaining('AGENCY_TIME_ZONE differs')])
  } finally {
    vi.useRealTimers()
  }
})

test('a second process with a different data folder logs it, and so does a single one with an empty folder in place of the first', async () => {
  const first = await start(1)
  const other = await scratchFolder()
  const second = await start(2, { DATA_DIR: other })
  expect(second.log).toEqual([expect.stringMatching(/^DATA_DIR differs between .+: \S+:1 \| \S+:2\.$/)])
  await first.stop()
  expect(await onToday()).toEqual({ isLate: true, settings: ['DATA_DIR'] })
  expect(await atTheDoctor()).toEqual([
    expect.stringMatching(/^fault: DATA_DIR isn’t the folder with this database’s uploaded files: \S+:2\.$/),
  ])
  await second.stop()
  expect((await start(1)).log).toEqual([])
})

test('a data folder that was moved with its files, or is accepted by deleting its number, is the database’s', async () => {
  await (await start(1)).stop()
  const moved = await scratchFolder()
  await mkdir(path.join(moved, 'uploads', 'ab'), { recursive: true })
  expect((await start(1, { DATA_DIR: moved })).log).toEqual([])
  await writeFile(path.join(moved, 'folder-id'), randomUUID())
  expect((await start(1, { DATA_DIR: moved })).log).toEqual([expect.stringContaining('DATA_DIR isn’t the folder')])
  await rm(path.join(moved, 'folder-id'))
  expect((await start(1, { DATA_DIR: moved })).log).toEqual([])
})

test('a data folder that cannot be written to does not fail a start', async () => {
  const { log, stop } = await start(1, { DATA_DIR: '/proc/nowhere' })
  expect(log).toEqual([{ err: expect.objectContaining({ code: 'ENOENT' }) }])
  await stop()
})
