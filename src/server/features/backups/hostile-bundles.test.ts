import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { openClient, type ConnectionOptions } from '#server/lib/db.ts'
import { createFolderStorage, openPlace } from '#server/lib/site-files.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { emptyDatabase, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import type { Manifest } from './bundle-format.ts'
import { readBundle } from './bundle-reading.ts'
import { writeBundle, type Writing } from './bundle-writing.ts'
import { restoreBundle } from './restoring.ts'
import { listTables } from './tables.ts'

const UPLOAD = 'avatars/5b/5b0e0000-0000-4000-8000-000000000001.webp'
const FILE = `files/${UPLOAD}`
const OTHER_FILE = FILE.replace('001.webp', '002.webp')

const site = await createTestApp()
afterAll(async () => site.close())
beforeEach(() => {
  commandLineOf(site)
  vi.stubEnv('BACKUP_KEY', '')
})

interface TrueBundle {
  manifest: Manifest
  members: Map<string, { content: Buffer; rows: number | undefined }>
}

async function readTrue(): Promise<TrueBundle> {
  const file = path.join(await scratchFolder(), 'true.backup')
  await backup.run(['--to', file], () => undefined)
  const contents = new Map<string, Buffer>()
  const whole = await readBundle(Readable.from([await readFile(file)]), undefined, async (name, content) => {
    contents.set(name, await buffer(Readable.from(content)))
  })
  const members = [...contents].map(([name, content]) => [name, { content, rows: whole.members.get(name)?.rows }] as const)
  return { manifest: whole.manifest, members: new Map(members) }
}

let made: Promise<TrueBundle> | undefined

/** Writes a bundle that is whole by its own account: all that the site’s own holds, then what `fill` adds. */
async function forge(
  file: string,
  fill: (writing: Writing) => Promise<unknown>,
  changed: Partial<Manifest> = {},
  instead: Record<string, string> = {},
): Promise<void> {
  const { manifest, members } = await (made ??= readTrue())
  const stream = await writeBundle({ ...manifest, ...changed }, undefined, async (writing) => {
    for (const [name, { content, rows }] of members) {
      const given = instead[name] === undefined ? content : Buffer.from(instead[name])
      await writing.add(name, Readable.from([given]), rows === undefined ? undefined : () => (instead[name] === undefined ? rows : 1))
    }
    await fill(writing)
  })
  await writeFile(file, await buffer(stream))
}

/** Folders for the bundle and for the site, and a database. */
async function places() {
  const [from, outer, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  const data = path.join(outer, 'data')
  await mkdir(data)
  const bundle = path.join(from, 'forged.backup')
  return { bundle, from, outer, data, target, restore: async () => restoreInto(target, data, '--from', bundle) }
}

async function expectUntouched({ outer, data, target }: Awaited<ReturnType<typeof places>>): Promise<void> {
  expect(await readdir(outer)).toEqual(['data'])
  expect(await listFiles(data)).toEqual([])
  expect(await tablesOf(target)).toEqual([])
}

/** All but the card sandbox’s journal, which the site’s own bundle holds too. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files
    .map(({ name, parentPath }) => path.relative(folder, path.join(parentPath, name)))
    .filter((name) => !name.endsWith('/state.jsonl'))
}

async function tablesOf(target: ConnectionOptions): Promise<unknown[]> {
  const client = await openClient(target, 'test')
  try {
    return await listTables(client)
  } finally {
    await client.end()
  }
}

const NAMES = [
  'files/../../x.webp',
  'files/avatars/../../../x.webp',
  'files/avatars/../x.webp',
  'files//tmp/x.webp',
  '/tmp/x.webp',
  './files/avatars/5b/x.webp',
  'files/.ssh/5b/x.webp',
  'files/avatars/5b/.x.webp',
  'files/avatars/5b/x.webp/y.webp',
  'files/avatars/5b',
  'files/avatars/5b/x.webp/',
  'files/Avatars/5b/x.webp',
  'files/postgres/5b/PG_VERSION',
  'files/card-sandbox/5b/state.jsonl',
  'files/restoring/5b/x.webp',
  'files/avatars/5b/a\\..\\x.webp',
  'files/avatars/5b/x.webp\n',
  'files/avatars/5b/x.webp\0/../../../y',
  'files/avatars/5b/é.webp',
  'files/avatars/5b/\u2024\u2024\u2215x.webp',
  'files/\uff41vatars/5b/x.webp',
  'files/avatars/5b/x\u202e.webp',
  `files/avatars/5b/${'x'.repeat(101)}`,
  `files/avatars/5b/${'x'.repeat(5000)}`,
  `files/avatars/${'../'.repeat(40)}tmp/x.webp`,
  'tables/../x',
  'tables/users"; drop table users',
  'tables/USERS',
  `tables/${'x'.repeat(90)}`,
  'manifest.json/x',
  'other.txt',
]

test.each(NAMES.map((name) => [JSON.stringify(name).slice(0, 60), name]))(
  'a bundle with a member called %s is refused, and nothing is written',
  async (_, name) => {
    const there = await places()
    await forge(there.bundle, async (writing) => writing.addWhole(name, Buffer.from('taken')))
    await expect(there.restore()).rejects.toThrow(/^Nothing was changed\. forged\.backup: It (holds|lists) /)
    await expectUntouched(there)
    await expect(access(path.join(there.from, 'x.webp'))).rejects.toThrow('ENOENT')
    await forge(there.bundle, async (writing) => writing.note({ name, bytes: 1, sha256: '0'.repeat(64) }), { areFilesBeside: true })
    await expect(there.restore()).rejects.toThrow(/^Nothing was changed\. forged\.backup: (It lists a name|Its list of contents)/)
  },
)

test('a bundle that holds or lists one name twice is refused, and so is one with a file that lies beside it too', async () => {
  const there = await places()
  const twice = async (writing: Writing) => {
    for (const name of [FILE, OTHER_FILE, FILE]) await writing.addWhole(name, Buffer.from(name))
  }
  await forge(there.bundle, twice)
  await expect(there.restore()).rejects.toThrow(`Nothing was changed. forged.backup: ${FILE} appears twice.`)
  const member = { name: FILE, bytes: 1, sha256: '0'.repeat(64) }
  await forge(there.bundle, async (writing) => [writing.note(member), writing.note(member)], { areFilesBeside: true })
  await expect(there.restore()).rejects.toThrow(`Nothing was changed. forged.backup: ${FILE} is listed twice.`)
  await forge(there.bundle, async (writing) => writing.addWhole(FILE, Buffer.from('inside')), { areFilesBeside: true })
  await expect(there.restore()).rejects.toThrow(`Nothing was changed. forged.backup: ${FILE} is missing or has been altered.`)
  await expectUntouched(there)
})

test('a file of equal length but other content is refused in a bundle, and replaced where the site keeps it', async () => {
  const there = await places()
  await forge(there.bundle, async (writing) => writing.addWhole(FILE, Buffer.from('a picture')))
  const whole = await readFile(there.bundle)
  const tar = zstdDecompressSync(whole)
  tar.write('A PICTURE', tar.indexOf('a picture'))
  await writeFile(there.bundle, zstdCompressSync(tar))
  await expect(there.restore()).rejects.toThrow(`Nothing was changed. forged.backup: ${FILE} is missing or has been altered.`)
  await expectUntouched(there)
  await writeFile(there.bundle, whole)
  const kept = path.join(there.data, UPLOAD)
  await mkdir(path.dirname(kept), { recursive: true })
  await writeFile(kept, 'A PICTURE')
  expect((await there.restore()).at(-1)).toMatch(/^Done: /)
  expect(await readFile(kept, 'utf8')).toBe('a picture')
  expect(await listFiles(there.data)).toEqual([UPLOAD])
})

test('a restore that the database refuses leaves the files as they were', async () => {
  const there = await places()
  const kept = path.join(there.data, UPLOAD)
  await mkdir(path.dirname(kept), { recursive: true })
  await writeFile(kept, 'the old one')
  await forge(
    there.bundle,
    async (writing) => {
      for (const name of [FILE, OTHER_FILE]) await writing.addWhole(name, Buffer.from('a new one'))
    },
    {},
    // Of no account, which only the foreign keys find: they come last.
    { 'tables/avatars': `${randomUUID()}\tnobody\t5b/x.webp\t1\t2026-01-01\n`, 'card-sandbox.jsonl': '[["settings","settings",{}]]\n' },
  )
  await expect(there.restore()).rejects.toThrow('violates foreign key constraint')
  expect(await listFiles(there.data)).toEqual([UPLOAD])
  expect(await readFile(kept, 'utf8')).toBe('the old one')
  expect(await tablesOf(there.target)).toEqual([])
})

test('the next restore removes the files that a killed one left', async () => {
  const there = await places()
  const left = [
    `restoring/${UPLOAD}`,
    `restoring/${UPLOAD}.${randomUUID()}.part`,
    'restoring/pictures/aa/other.webp',
    'card-sandbox.restored',
  ]
  for (const name of left) {
    await mkdir(path.dirname(path.join(there.data, name)), { recursive: true })
    await writeFile(path.join(there.data, name), 'left')
  }
  await forge(there.bundle, async (writing) => writing.addWhole(FILE, Buffer.from('a picture')))
  await there.restore()
  expect(await listFiles(there.data)).toEqual([UPLOAD])
})

test('sessions, links and secrets in an unencrypted bundle are not restored', async () => {
  const there = await places()
  const tables = [...(await (made ??= readTrue())).manifest.tables, { name: 'secrets', columns: ['name', 'value'] }]
  tables.push({ name: 'restored_copy', columns: ['backup_id', 'backup_moment', 'live_at'] })
  await forge(
    there.bundle,
    async (writing) => {
      await writing.add('tables/secrets', Readable.from([Buffer.from('tokens\tchosen\n')]), () => 1)
      await writing.add('tables/restored_copy', Readable.from([Buffer.from(`${randomUUID()}\t2026-01-01\t2026-01-01\n`)]), () => 1)
    },
    { tables, hasSecrets: true },
  )
  await there.restore()
  const client = new pg.Client(there.target)
  await client.connect()
  expect((await client.query(`select from secrets where value::text like '%chosen%'`)).rowCount).toBe(0)
  expect((await client.query(`select from restored_copy where live_at is not null`)).rowCount).toBe(0)
  await client.end()
})

test('a bundle that is exchanged for another between its two readings is refused, and nothing is written', async () => {
  const there = await places()
  await forge(there.bundle, async (writing) => writing.addWhole(FILE, Buffer.from('a picture')))
  const whole = await readBundle(Readable.from([await readFile(there.bundle)]), undefined)
  await forge(there.bundle, async (writing) => writing.addWhole(FILE, Buffer.from('A PICTURE')))
  const files = createFolderStorage(there.data)
  const target = { place: await openPlace(site.deps.config, there.from), bundle: 'forged.backup' }
  const order = { ...target, owner: there.target, key: undefined, isReplacing: false, files, cardSandbox: undefined }
  await expect(restoreBundle(order, whole, () => undefined)).rejects.toThrow('The file changed while it was being read.')
  await expectUntouched(there)
})

test('a bundle of a version that left tokens in the card sandbox’s journal is restored without them', async () => {
  const there = await places()
  const url = 'http://localhost/pay/cancel?token=A_live-token0123456789'
  const changes = [
    ['session', 'cs_1', { id: 'cs_1', status: 'open', cancel_url: url }],
    ['task', 'expire cs_1', { id: 'expire cs_1', kind: 'expire_session', ref: 'cs_1', at: 1_999_999_999 }],
  ]
  await forge(there.bundle, async () => undefined, {}, { 'card-sandbox.jsonl': `${JSON.stringify(changes)}\n[["torn` })
  await there.restore()
  const name = (await readdir(there.data, { recursive: true })).find((each) => each.endsWith('/state.jsonl')) ?? ''
  const journal = await readFile(path.join(there.data, name), 'utf8')
  expect(journal).toBe(`${JSON.stringify(changes).replace('A_live-token0123456789', 'gone').replace('1999999999', '0')}\n`)
})
