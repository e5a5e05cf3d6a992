import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { DAY_MS } from '#shared/dates.ts'
import { CARD_SANDBOX_STATE, cardSandboxFolder } from '#server/lib/card-sandbox-process.ts'
import { cutClient, databaseOn, openClient, unlessRunning, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { StorageAwayError, type FileStorage } from '#server/lib/file-storage.ts'
import { SANDBOX_SECRET, sharedSecret } from '#server/lib/secrets.ts'
import { openPlace, type Place } from '#server/lib/site-files.ts'
import { CARD_SANDBOX, FORMAT, type Manifest } from './bundle-format.ts'
import { atOnce, wholeLines, withoutTokens, writeBundle, type Pace, type Writing } from './bundle-writing.ts'
import { listBundles, openTarget, type Target } from './places.ts'
import {
  forgetBundles,
  forgetFile,
  hasBackupTables,
  listBackedUpFiles,
  listMade,
  listUploads,
  noteBegun,
  noteFailed,
  noteMade,
} from './records.ts'
import { dumpTables, openSnapshot } from './tables.ts'
import { backUpFiles, type FilesTold } from './uploaded-files.ts'

import program from '#manifest' with { type: 'json' }

interface Order extends Target {
  connection: ConnectionOptions
  /** The uploaded files. */
  files: FileStorage
  key: string | undefined
  /** Keeps the files beside the bundle, once for all. */
  areFilesBeside: boolean
  /** The state of the embedded card sandbox, if that takes the payments. */
  cardSandbox: string | undefined
  pace: Pace
}

export interface Made {
  id: string
  moment: Date
  bytes: number
  rows: number
  files: FilesTold
}

/** Writes one bundle of one moment while the site goes on. Throws without leaving half a bundle. */
async function makeBackup(order: Order, say: (line: string) => void): Promise<Made> {
  const { place, bundle, key, areFilesBeside, pace } = order
  const client = await openClient(order.connection, 'backup')
  let stream: Readable | undefined
  try {
    const snapshot = await openSnapshot(client, key !== undefined)
    const manifest: Manifest = {
      format: FORMAT,
      id: randomUUID(),
      version: program.version,
      hasSecrets: key !== undefined,
      areFilesBeside,
      ...snapshot,
    }
    let [rows, bytes] = [0, 0]
    let files: FilesTold = { members: [], missing: [], written: 0, folder: '' }
    const fill = async (writing: Writing) => {
      await dumpTables(client, manifest.tables, writing, manifest.hasSecrets, (name, count) => {
        rows += count
        if (count > 0) say(`${name}: ${count} rows`)
      })
      const db = databaseOn(client)
      const uploads = await listUploads(db)
      await client.query('commit')
      const known = areFilesBeside ? await listBackedUpFiles(db, place.name) : new Map()
      files = await backUpFiles(order.files, uploads, writing, areFilesBeside ? { place, key, known } : undefined)
      // After the rows, as a card provider always knows as much as they do, or more.
      if (order.cardSandbox !== undefined) {
        const lines = await readJournal(order.cardSandbox)
        await writing.add(CARD_SANDBOX, key === undefined ? withoutTokens(lines) : lines)
      }
      say(`files: ${files.members.length}, ${files.written} of them written`)
    }
    stream = await writeBundle(manifest, key, fill, pace)
    await place.storage.writeStream(
      bundle,
      counted(stream, (more) => (bytes += more)),
    )
    await client.end()
    return { id: manifest.id, moment: new Date(manifest.moment), bytes, rows, files }
  } catch (error) {
    // A table may be half read.
    stream?.destroy()
    cutClient(client)
    throw error
  }
}

function counted(stream: Readable, count: (bytes: number) => void): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      count(chunk.length)
      done(null, chunk)
    },
  })
  stream.once('error', (error) => counter.destroy(error))
  return stream.pipe(counter)
}

/** The journal grows meanwhile; its last line may be half written. */
async function readJournal(file: string): Promise<AsyncIterable<Buffer>> {
  const { size } = (await stat(file).catch(() => undefined)) ?? { size: 0 }
  return wholeLines(size === 0 ? [] : createReadStream(file, { end: size - 1 }))
}

export interface BackupDeps {
  config: Deps['config']
  connection: ConnectionOptions
  /** As the owner of the tables or the site's role. */
  db: Database
  files: FileStorage
  /** At once where nothing is said. */
  pace?: Pace
}

type Say = (line: string) => void

/** Another process is making a backup. */
export class BusyError extends Error {}

/** The name begins with the moment, so that names sort by age. */
function nameOfBundle(now: Date): string {
  return `meridian-${now.toISOString().replace(/[-:.]/g, '')}.backup`
}

/** Writes one bundle with everything in it, to a file or `s3://bucket/name.backup`. */
export async function backUpToFile(deps: BackupDeps, to: string, say: Say): Promise<Made> {
  const { place, bundle } = await openTarget(deps.config, to)
  try {
    return await makeBackup({ ...(await orderOf(deps)), place, bundle: bundle ?? to, areFilesBeside: false }, say)
  } finally {
    place.storage.close()
  }
}

/**
 * Adds a bundle to a place of backups, where each uploaded file is kept once, and lets the oldest bundles go. Throws `BusyError` while another is
 * being made. A database that this version has not migrated yet is backed up as it is.
 */
export async function backUpTo(
  deps: BackupDeps,
  placeName: string,
  now: Date,
  say: Say,
): Promise<{ id: string; made: Made; bundle: string }> {
  const { config, db } = deps
  const place = await openPlace(config, placeName)
  const begun = { id: randomUUID(), place: place.name, name: nameOfBundle(now) }
  const isNoted = await hasBackupTables(db)
  let made: Made | undefined
  try {
    const isMine = await unlessRunning(db, 'backup', async () => {
      if (isNoted) await noteBegun(db, begun)
      try {
        const done = await makeBackup({ ...(await orderOf(deps)), place, bundle: begun.name, areFilesBeside: true }, say)
        if (isNoted) await db.transaction().execute(async (trx) => noteMade(trx, begun, done))
        made = done
      } catch (error) {
        if (isNoted) await noteFailed(db, begun.id, reasonOf(error))
        throw error
      }
      if (isNoted) await prune(db, place, config.BACKUP_KEEP)
    })
    if (!isMine || !made) throw new BusyError('Another backup is already running.')
    return { id: begun.id, made, bundle: begun.name }
  } finally {
    place.storage.close()
  }
}

/** What an operator reads, which for a storage is more than what a visitor does. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageAwayError) return `Storage unavailable: ${error.reason}.`
  return error instanceof Error ? error.message : 'unknown'
}

async function orderOf({ config, connection, db, files, pace = atOnce }: BackupDeps) {
  const { BACKUP_KEY: key, usesCardSandbox, DATA_DIR } = config
  const folder = usesCardSandbox ? cardSandboxFolder(DATA_DIR, await sharedSecret(db, SANDBOX_SECRET)) : undefined
  return { connection, files, key, pace, cardSandbox: folder && path.join(folder, CARD_SANDBOX_STATE) }
}

/**
 * Keeps the newest of the backups that this database has made there, and the files that they need. All moments are the database's, so that no
 * clock of a machine decides what is needed still.
 */
async function prune(db: Database, place: Place, keep: number): Promise<void> {
  const there = new Set((await listBundles(place)).map(({ key }) => key))
  const made = (await listMade(db, place.name)).filter(({ name }) => there.has(name))
  const oldest = made.slice(0, keep).at(-1)
  const old = made.slice(keep).map(({ name }) => name)
  for (const bundle of old) await place.storage.remove(bundle)
  await removeHalves(place)
  if (!oldest || old.length === 0) return
  for (const file of await forgetBundles(db, place.name, old, oldest.moment)) {
    await place.storage.remove(file)
    await forgetFile(db, place.name, file)
  }
}

/** As `folder-storage.ts` calls what is being written of ours. */
const HALF = /^(meridian-|files).*\.part$/

/** What a machine that died has left half written. */
async function removeHalves({ storage }: Place): Promise<void> {
  const yesterday = new Date(Date.now() - DAY_MS)
  for await (const { key, changedAt } of storage.list('')) if (HALF.test(key) && changedAt < yesterday) await storage.remove(key)
}
