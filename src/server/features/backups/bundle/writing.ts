import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack as createPack, type Pack } from 'tar-stream'
import { encrypted } from './encryption.ts'
import { CONTENTS, END, MANIFEST, type Manifest, type Member } from './format.ts'
import { atOnce, type Pace } from './pace.ts'

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
  // A failure reaches whoever reads the stream.
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
    // Given up, it fails with its pack; nobody listening would end the process.
    sink.on('error', () => undefined)
  })
}

async function* linesOf(members: readonly Member[]): AsyncGenerator<Buffer> {
  for (const member of members) yield Buffer.from(`${JSON.stringify(member)}\n`)
}
