import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inspect, promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/config/root.ts'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { loadConfig } from '../config.ts'
import { s3Settings } from '../config/files.ts'
import { StorageAwayError, type FileStorage } from './file-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { createFolderStorage } from './site-files.ts'

interface Place {
  storage: FileStorage
  leave(): Promise<void>
  /** Includes half-written files. */
  everything(): Promise<string[]>
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-files-'))
const store = await startObjectStore('sites/ours')
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

async function inFolder(): Promise<Place> {
  const root = await mkdtemp(path.join(folder, 'data-'))
  const everything = async () => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  }
  const leave = async () => {
    await rm(root, { recursive: true })
    await writeFile(root, 'not a folder')
  }
  return { storage: createFolderStorage(root), leave, everything }
}

async function s3(environment: Record<string, string> = {}): Promise<FileStorage> {
  const settings = s3Settings(loadConfig({ ...store.settings, ...environment }))
  if (!settings) throw new Error('S3 isn’t configured')
  const storage = await openS3Storage(settings)
  onTestFinished(() => storage.close())
  return storage
}

async function inS3(): Promise<Place> {
  const storage = await s3()
  const leave = async () => {
    await store.leave()
    onTestFinished(async () => store.comeBack())
  }
  return { storage, leave, everything: async () => keysOf(storage, 'photos') }
}

async function keysOf(storage: FileStorage, name: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(name)) keys.push(key)
  return keys.toSorted()
}

async function read(storage: FileStorage, key: string): Promise<string | undefined> {
  const file = await storage.open(key)
  if (!file) return undefined
  const bytes = await buffer(file.stream)
  expect(file.bytes).toBe(bytes.length)
  return bytes.toString()
}

function source(text: string) {
  return { bytes: Buffer.byteLength(text), open: async () => Readable.from([Buffer.from(text)]) }
}

test('the S3 SDK is loaded by the first storage that needs it, not before', async () => {
  const settings = JSON.stringify(s3Settings(loadConfig(store.settings)))
  // In a separate program: another test of this worker may already have loaded it.
  const program = `
    const Module = process.getBuiltinModule('node:module')
    const isLoaded = () => Object.keys(Module._cache).some((file) => file.includes('@aws-sdk/client-s3'))
    const { openS3Storage } = await import('#server/lib/s3-storage.ts')
    const before = isLoaded()
    const storage = await openS3Storage(${settings})
    console.log(JSON.stringify([before, isLoaded()]))
    storage.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: projectRoot })
  expect(JSON.parse(stdout)).toEqual([false, true])
})

describe.each([
  ['the folder', inFolder],
  ['S3', inS3],
])('%s', (_name, open) => {
  test('a file is kept unchanged under its key until it is removed', async () => {
    const { storage, everything } = await open()
    await storage.write('photos/ab/one.webp', source('one ✓'))
    expect(await read(storage, 'photos/ab/one.webp')).toBe('one ✓')
    await storage.write('photos/ab/one.webp', source('another'))
    expect(await read(storage, 'photos/ab/one.webp')).toBe('another')
    await storage.remove('photos/ab/one.webp')
    expect(await storage.open('photos/ab/one.webp')).toBeUndefined()
    await storage.remove('photos/ab/one.webp')
    expect(await everything()).toEqual([])
  })

  test('a large file is read in pieces', async () => {
    const { storage } = await open()
    const text = 'pieces '.repeat(1_000_000)
    await storage.write('photos/ab/large.webp', source(text))
    const file = await storage.open('photos/ab/large.webp')
    let pieces = 0
    for await (const piece of file?.stream ?? []) pieces += (piece as Buffer).length < text.length ? 1 : 0
    expect(pieces).toBeGreaterThan(10)
    await storage.remove('photos/ab/large.webp')
  })

  test('each folder lists its own files, each with the time of its last change', async () => {
    const { storage } = await open()
    for (const key of ['lists/ab/1.webp', 'lists/cd/2.webp', 'listsandmore/ab/3.webp']) await storage.write(key, source(key))
    expect(await keysOf(storage, 'lists')).toEqual(['lists/ab/1.webp', 'lists/cd/2.webp'])
    expect(await keysOf(storage, 'nothing')).toEqual([])
    for await (const { changedAt } of storage.list('lists')) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000)
  })

  test('an interrupted write leaves nothing, and the earlier file stays', async () => {
    const { storage, everything } = await open()
    const broken = async () =>
      Readable.from(
        (async function* pieces() {
          yield Buffer.alloc(50_000)
          throw new Error('the picture breaks off')
        })(),
      )
    await storage.write('photos/ab/old.webp', source('old'))
    for (const key of ['photos/ab/new.webp', 'photos/ab/old.webp']) {
      await expect(storage.write(key, { bytes: 100_000, open: broken })).rejects.toThrow()
    }
    expect(await everything()).toEqual(['photos/ab/old.webp'])
    expect(await read(storage, 'photos/ab/old.webp')).toBe('old')
    await storage.remove('photos/ab/old.webp')
  })

  test('an unreachable storage is neither an empty one nor an error of ours', async () => {
    const { storage, leave } = await open()
    await leave()
    const calls = [
      async () => storage.write('photos/ab/one.webp', source('one')),
      async () => storage.open('photos/ab/one.webp'),
      async () => storage.remove('photos/ab/one.webp'),
      async () => keysOf(storage, 'photos'),
    ]
    for (const call of calls) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StorageAwayError)
      expect(error).toMatchObject({ statusCode: 503, details: { retryAfter: 10 } })
    }
  })
})

test('S3: more files than one page lists are all listed', async () => {
  const storage = await s3()
  const keys = Array.from({ length: 1005 }, (_none, index) => `pages/ab/${String(index).padStart(4, '0')}.webp`)
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(keys.slice(from, from + 50).map(async (key) => storage.write(key, source('x'))))
  }
  expect(await keysOf(storage, 'pages')).toEqual(keys)
})

test('S3: every key begins with the prefix', async () => {
  const storage = await s3()
  await storage.write('photos/ab/one.webp', source('one'))
  expect(store.calls.at(-1)).toMatch(/^PUT \/photos\/sites\/ours\/photos\/ab\/one\.webp/)
  expect(await (await s3({ S3_PREFIX: 'sites/theirs' })).open('photos/ab/one.webp')).toBeUndefined()
})

test('S3: each file has the content type of its format', async () => {
  const storage = await s3()
  onTestFinished(() => void (store.onCall = undefined))
  const types: (string | undefined)[] = []
  store.onCall = ({ headers }) => void types.push(headers['content-type'])
  for (const name of ['one.webp', 'one.avif']) await storage.write(`types/ab/${name}`, source(name))
  expect(types).toEqual(['image/webp', 'image/avif'])
})

test.each([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'a wrong secret' }, 'SignatureDoesNotMatch, 403'],
  ['an unknown key', { S3_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, 'InvalidAccessKeyId, 403'],
  ['a bucket that does not exist', { S3_BUCKET: 'nowhere' }, 'NoSuchBucket, 404'],
])('S3: with %s the storage is away, and neither key nor secret is revealed', async (_what, environment, reason) => {
  const storage = await s3(environment)
  for (const call of [async () => storage.open('photos/ab/one.webp'), async () => storage.write('photos/ab/one.webp', source('one'))]) {
    const error = (await call().catch((thrown: unknown) => thrown)) as StorageAwayError
    expect(error.reason).toContain(reason)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/S3RVER|wrong secret|AKIA/)
  }
})

test('S3: a storage that accepts a call and never responds counts as away', async () => {
  const settings = s3Settings(loadConfig(store.settings))
  if (!settings) throw new Error('S3 isn’t configured')
  const storage = await openS3Storage(settings, 100)
  onTestFinished(async () => {
    storage.close()
    await store.leave()
    await store.comeBack()
  })
  void store.stallUploads()
  await expect(storage.write('photos/ab/late.webp', source('late'))).rejects.toThrow(StorageAwayError)
  expect(await read(await s3(), 'photos/ab/late.webp')).toBeUndefined()
})

test('the folder: the remains of a dead process do not count as a file, and are listed to be swept', async () => {
  const root = await mkdtemp(path.join(folder, 'data-'))
  const storage = createFolderStorage(root)
  await mkdir(path.join(root, 'photos/ab'), { recursive: true })
  await writeFile(path.join(root, 'photos/ab/one.webp.5b0e.part'), 'half')
  expect(await storage.open('photos/ab/one.webp')).toBeUndefined()
  expect(await keysOf(storage, 'photos')).toEqual(['photos/ab/one.webp.5b0e.part'])
})
