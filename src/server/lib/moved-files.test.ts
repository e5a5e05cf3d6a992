import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { loadConfig, type Config } from '../config.ts'
import { StorageAwayError, type FileStorage } from './file-storage.ts'
import { moveFiles, type MoveReport } from './moved-files.ts'
import { createSiteFiles, openStorages } from './site-files.ts'

const FOLDERS = ['uploads', 'avatars']
const root = await mkdtemp(path.join(os.tmpdir(), 'meridian-moves-'))
const store = await startObjectStore()
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true })
})

function source(content: string) {
  return { bytes: Buffer.byteLength(content), open: async () => Readable.from([content]) }
}

async function read(storage: FileStorage, key: string): Promise<string | undefined> {
  const file = await storage.open(key, `this is ${key}`.length)
  return file && text(file.stream)
}

async function keysOf(storage: FileStorage): Promise<string[]> {
  const keys: string[] = []
  for (const folder of FOLDERS) for await (const { key } of storage.list(folder)) keys.push(key)
  return keys.toSorted()
}

async function move(from: FileStorage, to: FileStorage): Promise<MoveReport> {
  const report = { moved: 0, bytes: 0, arrivedBefore: 0 }
  await moveFiles(from, to, FOLDERS, report)
  return report
}

describe.each(['s3', 'folder'] as const)('to %s', (name) => {
  let from: FileStorage
  let to: FileStorage
  let config: Config
  let site: FileStorage

  beforeEach(async () => {
    const prefix = path.basename(await mkdtemp(path.join(root, 'run-')))
    config = loadConfig({ ...store.settings, DATA_DIR: path.join(root, prefix), S3_PREFIX: prefix, FILES_IN: name })
    const storages = await openStorages(config)
    const { folder, s3 } = storages
    if (!s3) throw new Error('S3 isn’t configured')
    ;[from, to] = name === 's3' ? [folder, s3] : [s3, folder]
    site = createSiteFiles(config, storages)
    return () => site.close()
  })

  async function put(count: number): Promise<string[]> {
    const keys = Array.from({ length: count }, (_none, index) => {
      const format = index % 3 === 2 ? 'avif' : 'webp'
      return `${FOLDERS[index % 2]}/${index % 10}0/picture-${index}.${format}`
    })
    for (const key of keys) await from.write(key, source(`this is ${key}`))
    return keys.toSorted()
  }

  test('every picture arrives unchanged and is removed from its old place; a second run finds nothing to do', async () => {
    const keys = await put(25)
    const halves = ['uploads/00/picture-1.webp.5b0e.part', 'uploads/00/picture-2.avif.5b0e.part']
    for (const half of halves) await from.write(half, source('half'))
    const bytes = keys.join('').length + keys.length * 'this is '.length
    expect(await move(from, to)).toEqual({ moved: 25, bytes, arrivedBefore: 0 })
    expect(await keysOf(to)).toEqual(keys)
    for (const key of keys) expect(await read(to, key)).toBe(`this is ${key}`)
    expect(await keysOf(from)).toEqual(halves)
    expect(await move(from, to)).toEqual({ moved: 0, bytes: 0, arrivedBefore: 0 })
  })

  test('an interrupted run is continued: complete files are not sent again, and half of a file is', async () => {
    const [arrived = '', half = '', missing = ''] = await put(3)
    await to.write(arrived, source(`this is ${arrived}`))
    await to.write(half, source('this'))
    const sent: string[] = []
    const watched = { ...to, write: async (key: string, file: ReturnType<typeof source>) => (sent.push(key), to.write(key, file)) }
    expect(await move(from, watched)).toMatchObject({ moved: 3, arrivedBefore: 1 })
    expect(sent.toSorted()).toEqual([half, missing])
    for (const key of [arrived, half, missing]) expect(await read(to, key)).toBe(`this is ${key}`)
  })

  test('a file that arrives corrupted stays where it was', async () => {
    const [key = ''] = await put(1)
    const spoiling = { ...to, write: async (each: string) => to.write(each, source('spoilt')) }
    await expect(move(from, spoiling)).rejects.toThrow(`${key} was not copied correctly`)
    expect(await read(from, key)).toBe(`this is ${key}`)
  })

  test('the site finds every file during the move, and a file that its owner removes meanwhile does not come back', async () => {
    const keys = await put(60)
    const removed = keys.filter((_key, index) => index % 6 === 0)
    const kept = keys.filter((key) => !removed.includes(key))
    const hasEnded = new AbortController()
    const moving = move(from, to).finally(() => hasEnded.abort())
    const looking = (async () => {
      while (!hasEnded.signal.aborted) for (const key of kept) expect(await read(site, key), key).toBe(`this is ${key}`)
    })()
    for (const key of removed) await site.remove(key)
    await site.write('uploads/00/new.webp', source('new'))
    await Promise.all([moving, looking])
    expect(await keysOf(to)).toEqual([...kept, 'uploads/00/new.webp'].toSorted())
    expect(await keysOf(from)).toEqual([])
  })

  test('the site finds a file that is moved between its two lookups', async () => {
    const [key = ''] = await put(1)
    let hasMoved = false
    const open = async (each: string, bytes?: number) => {
      if (!hasMoved) await move(from, to)
      hasMoved = true
      return from.open(each, bytes)
    }
    const left = { ...from, open }
    const looking = createSiteFiles(config, name === 's3' ? { folder: left, s3: to } : { folder: to, s3: left })
    expect(await read(looking, key)).toBe(`this is ${key}`)
    expect(hasMoved).toBe(true)
  })

  test('a file removed just before it arrives does not come back either', async () => {
    const [key = ''] = await put(1)
    const late = {
      ...to,
      async write(each: string, file: ReturnType<typeof source>) {
        await site.remove(each)
        await to.write(each, source(await text(await file.open().catch(() => Readable.from(['gone'])))))
      },
    }
    expect(await move(from, late)).toEqual({ moved: 0, bytes: 0, arrivedBefore: 0 })
    expect([...(await keysOf(from)), ...(await keysOf(to))], key).toEqual([])
  })

  test('an unreachable storage ends the run; the remaining files stay for the next one', async () => {
    const keys = await put(20)
    const before = store.calls.length
    const leaving = (async () => {
      while (store.calls.length < before + 12) await new Promise((resolve) => setTimeout(resolve, 1))
      await store.leave()
    })()
    await expect(move(from, to)).rejects.toThrow()
    await leaving
    await expect(site.open('uploads/00/unknown.webp'), 'it may be in the one that is away').rejects.toThrow(StorageAwayError)
    await store.comeBack()
    for (const key of keys) expect(await read(site, key)).toBe(`this is ${key}`)
    await move(from, to)
    expect(await keysOf(to)).toEqual(keys)
  })
})
