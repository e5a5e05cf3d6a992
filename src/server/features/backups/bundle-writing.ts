import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack as createPack } from 'tar-stream'
import { BundleError, CONTENTS, encrypted, END, MANIFEST, type Manifest, type Member } from './bundle-format.ts'

const PART_BYTES = 1024 * 1024
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

export interface Writing {
  /** Streams a member of unknown length. `rows` is asked for at its end. */
  add(name: string, source: AsyncIterable<Buffer>, rows?: () => number): Promise<Member>
  addWhole(name: string, content: Buffer): Promise<Member>
  /** Lists a file that lies beside the bundle. */
  note(member: Member): void
}

/**
 * Writes a bundle: a tar, compressed by zstd, encrypted where there is a key. Returns it as a stream, which fails if `fill` does. Members longer
 * than a part are cut into `NAME.000001`, `NAME.000002` …, so that little has to be held in memory.
 */
export async function writeBundle(
  manifest: Manifest,
  key: string | undefined,
  fill: (writing: Writing) => Promise<void>,
  pace: Pace = atOnce,
): Promise<Readable> {
  const pack = createPack()
  const members: Member[] = []

  async function addWhole(name: string, content: Buffer): Promise<Member> {
    await entry(pack, name, content)
    const member = { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    members.push(member)
    return member
  }

  async function add(name: string, source: AsyncIterable<Buffer>, rows?: () => number): Promise<Member> {
    const member = await addParts(pack, name, source, pace)
    if (rows) member.rows = rows()
    members.push(member)
    return member
  }

  async function writeAll(): Promise<void> {
    await addWhole(MANIFEST, Buffer.from(JSON.stringify(manifest)))
    await fill({ add, addWhole, note: (member) => members.push(member) })
    const { sha256 } = await addParts(pack, CONTENTS, linesOf(members), pace)
    await entry(pack, END, Buffer.from(JSON.stringify({ id: manifest.id, members: members.length, sha256 })))
    pack.finalize()
  }

  writeAll().catch((error: unknown) => pack.destroy(error as Error))
  const compressed = createZstdCompress(COMPRESSION)
  // A failure reaches the reader of the stream.
  pipeline(Readable.from(pack), compressed).catch(() => undefined)
  return key === undefined ? compressed : encrypted(compressed, key)
}

async function addParts(pack: Pack, name: string, source: AsyncIterable<Buffer>, pace: Pace): Promise<Member> {
  const hash = createHash('sha256')
  let [bytes, number, waiting, waitingBytes] = [0, 0, [] as Buffer[], 0]
  const flush = async () => {
    number += 1
    await entry(pack, `${name}.${String(number).padStart(6, '0')}`, Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
    await pace()
  }
  for await (const chunk of source) {
    hash.update(chunk)
    bytes += chunk.length
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= PART_BYTES) await flush()
  }
  if (waitingBytes > 0 || number === 0) await flush()
  return { name, bytes, sha256: hash.digest('hex') }
}

/** Waits until the entry has been read on, so that no more than one is in memory. */
async function entry(pack: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new Error('The bundle wasn’t read to the end.'))
    pack.once('close', cut)
    const sink = pack.entry({ name, size: content.length }, content, (error) => {
      pack.off('close', cut)
      if (error) reject(error)
      else resolve()
    })
    // Given up, it fails with its pack; no one listening would end the process.
    sink.on('error', () => undefined)
  })
}

async function* linesOf(members: readonly Member[]): AsyncGenerator<Buffer> {
  for (const member of members) yield Buffer.from(`${JSON.stringify(member)}\n`)
}

/** Called between two pieces of work: rests, if it is time. */
export type Pace = () => Promise<void>

const TURN_MS = 3
/** For each millisecond of work. */
const REST = 8
/** However long other work takes. */
const LONGEST_REST_MS = 200

export const atOnce: Pace = () => Promise.resolve()

/** Works a ninth of the time, in short turns: a low priority of ours does not reach the database, which reads for us. */
export function gently(): Pace {
  let since = performance.now()
  return async () => {
    const worked = performance.now() - since
    if (worked < TURN_MS) return
    await pause(Math.min(worked * REST, LONGEST_REST_MS))
    since = performance.now()
  }
}

/** Far above what the card sandbox writes for one transaction. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Passes on whole lines, several at a time; the journal may end in half of one. */
export async function* wholeLines(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let [parts, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf('\n') + 1
    if (end > 0) {
      yield Buffer.concat([...parts, chunk.subarray(0, end)])
      ;[parts, length] = [[], 0]
    }
    parts.push(chunk.subarray(end))
    length += chunk.length - end
    if (length > MAX_LINE_BYTES) throw new BundleError('A line of the card sandbox’s journal is larger than it may be.')
  }
}

/** Return addresses of sessions hold these, and so do events and answers. */
const PAY_TOKEN = /(\/pay\/(?:return|cancel)\?token=)[\w-]+/g
/** When the card sandbox ends a checkout (packages/card-sandbox/agenda.ts). */
const END_OF_CHECKOUT = /("kind":"expire_session","ref":"[^"]*","at":)\d+/g

/** Takes whole lines, so no token is cut in two. */
export async function* withoutTokens(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const some of lines) yield Buffer.from(some.toString('utf8').replace(PAY_TOKEN, (_, path: string) => `${path}gone`))
}

/** Makes the card sandbox end every open checkout when it starts, since anyone with the bundle knows their ids. Takes whole lines. */
export async function* withCheckoutsEnded(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const some of lines) yield Buffer.from(some.toString('utf8').replace(END_OF_CHECKOUT, (_, task: string) => `${task}0`))
}
