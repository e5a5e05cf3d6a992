import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { constants, createZstdDecompress } from 'node:zlib'
import { extract as createExtract } from 'tar-stream'
import {
  BundleError,
  CARD_SANDBOX,
  CONTENTS,
  decrypted,
  END,
  endSchema,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type Member,
  memberSchema,
} from './bundle-format.ts'

/** The content must be read to its end. */
export type Take = (name: string, content: AsyncIterable<Buffer>, manifest: Manifest) => Promise<void>

export interface WholeBundle {
  manifest: Manifest
  members: Map<string, Member>
}

const PART = /\.\d{6}$/
/** Files only where uploads lie, named as `uploads.ts` does: no name leads out, and none can be a folder of another. */
const NAME =
  /^(manifest\.json|card-sandbox\.jsonl|contents\.jsonl|end\.json|tables\/[a-z_][a-z0-9_]{0,62}|files\/(avatars|pictures|uploads)\/[A-Za-z0-9_-]{2}\/[A-Za-z0-9_][A-Za-z0-9._-]{2,99})$/
const MIB = 1024 * 1024
/** The card sandbox reads its journal into one string, which no more than half of this fits into. */
const MAX_BYTES: Record<string, number> = { [MANIFEST]: 4 * MIB, [CONTENTS]: 256 * MIB, [END]: MIB, [CARD_SANDBOX]: 1024 * MIB }
const MAX_LINE = 4096
const MAX_FILE_BYTES = 64 * MIB
const MAX_MEMBER_BYTES = 1024 * 1024 * MIB
const MAX_MEMBERS = 1_000_000
const BLOCK = 512
/** The decompressor's window: ours needs 2 MB, while a frame may ask for 128. */
const DECOMPRESSION = { params: { [constants.ZSTD_d_windowLogMax]: 24 } }

/**
 * Reads a bundle and hands each table and file over as it comes, which may turn out to be broken only at the end. Throws `BundleError` for
 * whatever is not, to the bit, what was written. Files beside the bundle are listed but not read.
 */
export async function readBundle(
  source: AsyncIterable<Buffer>,
  key: string | undefined,
  take: Take = async (_, content) => drain(content),
  listed?: WholeBundle['members'],
) {
  try {
    return await readMembers(await decrypted(source, key), take, listed)
  } catch (error) {
    if (!isOfBytes(error)) throw error
    throw new BundleError(`The file is truncated or corrupt: ${(error as Error).message}.`, { cause: error })
  }
}

export async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content) continue
}

async function readMembers(
  compressed: AsyncIterable<Buffer>,
  take: Take,
  listed: WholeBundle['members'] | undefined,
): Promise<WholeBundle> {
  const found = new Map<string, Member>()
  let [manifest, members, end]: [Manifest | undefined, WholeBundle['members'] | undefined, string] = [undefined, undefined, '']
  await eachMember(
    compressed,
    async (name, content) => {
      if (name === MANIFEST) manifest = parseManifest(await textOf(content))
      else if (!manifest) throw new BundleError('This isn’t a backup file.')
      else if (name === CONTENTS) members = await readContents(content, manifest, found)
      else if (name === END) end = await textOf(content)
      else await take(name, content, manifest)
    },
    found,
    listed,
  )
  if (!manifest) throw new BundleError('This isn’t a Meridian backup.')
  return { manifest, members: compare(manifest, found, members, end) }
}

/** Joins the parts of each member, and counts and sums what passes. */
async function eachMember(
  compressed: AsyncIterable<Buffer>,
  work: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
  found: Map<string, Member>,
  listed: WholeBundle['members'] | undefined,
) {
  const extract = createExtract()
  // A failure reaches the reader of the entries.
  pipeline(Readable.from(compressed), createZstdDecompress(DECOMPRESSION), plainEntries, extract).catch(() => undefined)
  const entries = extract[Symbol.asyncIterator]()
  try {
    let next = await entries.next()
    while (!next.done) {
      const name = next.value.header.name.replace(PART, '')
      if (!NAME.test(name)) throw new BundleError(`It holds a name that no backup has: ${JSON.stringify(name.slice(0, 100))}.`)
      if (found.size >= MAX_MEMBERS) throw new BundleError('It holds too many files.')
      if (found.has(name)) throw new BundleError(`${name} appears twice.`)
      const hash = createHash('sha256')
      let bytes = 0
      const limit = limitOf(name, listed)
      async function* content(): AsyncGenerator<Buffer> {
        while (!next.done && next.value.header.name.replace(PART, '') === name) {
          for await (const chunk of next.value as AsyncIterable<Buffer>) {
            hash.update(chunk)
            bytes += chunk.length
            if (bytes > limit) throw new BundleError(`${name} is larger than it may be.`)
            yield chunk
          }
          next = await entries.next()
        }
      }
      await work(name, content())
      found.set(name, { name, bytes, sha256: hash.digest('hex') })
    }
  } finally {
    extract.destroy()
  }
}

function limitOf(name: string, listed: WholeBundle['members'] | undefined): number {
  const absolute = MAX_BYTES[name] ?? (name.startsWith('files/') ? MAX_FILE_BYTES : MAX_MEMBER_BYTES)
  if (!listed || name === CONTENTS || name === END) return absolute
  return Math.min(absolute, listed.get(name)?.bytes ?? 0)
}

/** Passes on a tar of plain files only: the headers of other entries are read into memory whole, however long they are. */
async function* plainEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [header, left] = [Buffer.alloc(0), 0]
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(left > 0 ? left : BLOCK - header.length, chunk.length - at)
      if (left > 0) left -= taken
      else header = Buffer.concat([header, chunk.subarray(at, at + taken)])
      at += taken
      if (header.length < BLOCK) continue
      if (header.some((byte) => byte !== 0)) left = Math.ceil(sizeOf(header) / BLOCK) * BLOCK
      header = Buffer.alloc(0)
    }
    yield chunk
  }
}

function sizeOf(header: Buffer): number {
  const size = /^[0-7]+/.exec(header.toString('latin1', 124, 136))?.[0]
  if (header.toString('latin1', 156, 157) !== '0' || size === undefined) throw new BundleError('It holds something that no backup has.')
  return Number.parseInt(size, 8)
}

/** Returns what the contents list, each compared with what was found before them. Holds one line at a time. */
async function readContents(
  content: AsyncIterable<Buffer>,
  { areFilesBeside }: Manifest,
  found: Map<string, Member>,
): Promise<WholeBundle['members']> {
  const listed = new Map<string, Member>()
  for await (const line of linesOf(content)) {
    const { data: member } = memberSchema.safeParse(parseJson(line))
    if (!member) throw new BundleError('Its list of contents is corrupt.')
    const { name, bytes, sha256 } = member
    if (!NAME.test(name)) throw new BundleError(`It lists a name that no backup has: ${JSON.stringify(name.slice(0, 100))}.`)
    if (listed.has(name)) throw new BundleError(`${name} is listed twice.`)
    if (listed.size >= MAX_MEMBERS) throw new BundleError('It lists too many files.')
    if (bytes > limitOf(name, undefined)) throw new BundleError(`${name} is larger than it may be.`)
    const there = found.get(name)
    const isBeside = areFilesBeside && name.startsWith('files/')
    const isAsListed = isBeside ? !there : there?.bytes === bytes && there.sha256 === sha256
    if (!isAsListed) throw new BundleError(`${name} is missing or has been altered.`)
    listed.set(name, member)
  }
  return listed
}

async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new BundleError('Its list of contents is corrupt.')
    yield* lines.filter(Boolean)
  }
  if (rest !== '') yield rest
}

/** Returns the listed members, if nothing else is there and the bundle is whole. */
function compare(
  manifest: Manifest,
  found: Map<string, Member>,
  listed: WholeBundle['members'] | undefined,
  end: string,
): WholeBundle['members'] {
  const { data } = endSchema.safeParse(parseJson(end))
  if (!data) throw new BundleError('The file is incomplete: it was truncated, or the backup was interrupted.')
  if (!listed || data.id !== manifest.id || data.members !== listed.size || data.sha256 !== found.get(CONTENTS)?.sha256)
    throw new BundleError('Its parts don’t match.')
  for (const name of found.keys()) {
    if (name !== CONTENTS && name !== END && !listed.has(name)) throw new BundleError(`${name} isn’t part of this backup.`)
  }
  return listed
}

function parseManifest(text: string): Manifest {
  const given = parseJson(text) as { format?: unknown } | undefined
  if (typeof given?.format === 'number' && given.format > FORMAT) throw new BundleError('It was made by a newer version of Meridian.')
  const parsed = manifestSchema.safeParse(given)
  if (!parsed.success) throw new BundleError('This isn’t a Meridian backup.')
  return parsed.data
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the bytes rather than the disk or the network are at fault. */
function isOfBytes(error: unknown): boolean {
  if (error instanceof BundleError || !(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined && (code === undefined || /^(Z_|ZSTD_|ERR_|Z)/.test(code))
}
