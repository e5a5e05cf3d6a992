import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import program from '#manifest' with { type: 'json' }
import { cutClient, databaseOn, openClient, type ConnectionOptions } from '#server/lib/db.ts'
import type { FileStorage } from '#server/lib/file-storage.ts'
import { CARD_SANDBOX, FORMAT, type Manifest } from './bundle/format.ts'
import type { Pace } from './bundle/pace.ts'
import { wholeLines, withoutTokens } from './bundle/sandbox-journal.ts'
import { writeBundle, type Writing } from './bundle/writing.ts'
import type { Target } from './places.ts'
import { listBackedUpFiles, listUploads } from './queries.ts'
import { dumpTables, openSnapshot } from './tables/dump.ts'
import { backUpFiles, type FilesTold } from './uploaded-files.ts'

export interface Order extends Target {
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
export async function makeBackup(order: Order, say: (line: string) => void): Promise<Made> {
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
