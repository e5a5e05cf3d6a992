import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { generateIdentity } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as backupCalls from '#shared/backups/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { ownerOf } from '../../../../tests/support/command-line.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { backUpTo } from './making.ts'

const site = await createTestApp()
let folder: string
let admin: Browser
let url: string

beforeAll(async () => {
  const { db, config, files } = site.deps
  folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-backup-'))
  Object.assign(config, { BACKUP_TO: folder, BACKUP_KEY: await generateIdentity() })
  admin = await createStaff(site, 'admin')
  const { id } = await backUpTo({ config, connection: ownerOf(site), db, files }, folder, new Date(), () => undefined)
  url = `${site.origin}${pathOf(backupCalls.downloadBackup, { id })}`
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: 'GET' | 'HEAD'): Promise<IncomingMessage> {
  const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
  return new Promise((resolve, reject) =>
    request(url, { method, headers: { cookie }, agent: false }).on('response', resolve).on('error', reject).end(),
  )
}

const downloads = async () =>
  (await site.deps.db.selectFrom('audit_entries').select('id').where('action', '=', 'backup.downloaded').execute()).length

test('a HEAD request for a backup neither makes nor records a download', async () => {
  const { statusCode, headers } = await call('HEAD')
  expect([statusCode, headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')])
  expect(await downloads()).toBe(0)
})

test('refuses a second download while one is in progress, and allows it once the first has been given up', async () => {
  const [first, second] = await Promise.all([call('GET'), call('GET')])
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 429])
  const [served, refused] = first.statusCode === 200 ? [first, second] : [second, first]
  expect(refused.headers['retry-after']).toBe('60')
  served.destroy()
  refused.destroy()
  const again = async () => {
    const response = await call('GET')
    response.destroy()
    return response.statusCode
  }
  await expect.poll(again).toBe(200)
})
