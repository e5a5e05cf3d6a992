import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract as createExtract } from 'tar-stream'
import { decrypted } from './encryption.ts'
import {
  BundleError,
  CONTENTS,
  END,
  endSchema,
  FORMAT,
  MANIFEST,
  manifestSchema,
  memberSchema,
  type Manifest,
  type Member,
} from './format.ts'

/** The content must be read to its end. */
export type Take = (name: string, content: AsyncIterable<Buffer>, manifest: Manifest) => Promise<void>

export interface WholeBundle {
  manifest: Manifest
  members: Map<string, Member>
}

const PART = /\.\d{6}$/
/** Files only where uploads lie: other folders there are the site's own. No segment begins with a dot, so none leads out. */
const NAME =
  /^(manifest\.json|card-sandbox\.jsonl|contents\.jsonl|end\.json|tables\/[a-z_][a-z0-9_]{0,62}|files\/(avatars|pictures|uploads)(\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){1,4})$/
const MIB = 1024 * 1024
/** Of what is held in memory. */
const MAX_BYTES: Record<string, number> = { [MANIFEST]: 4 * MIB, [CONTENTS]: 128 * MIB, [END]: MIB }
const MAX_FILE_BYTES = 64 * MIB
const MAX_MEMBER_BYTES = 1024 * 1024 * MIB
const MAX_MEMBERS = 1_000_000
const BLOCK = 512

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
  const [texts, wanted] = [new Map<string, string>(), new Set([MANIFEST, CONTENTS, END])]
  let manifest: Manifest | undefined
  await eachMember(
    compressed,
    async (name, content) => {
      const text = wanted.has(name) ? await textOf(content) : undefined
      if (text !== undefined) texts.set(name, text)
      if (name === MANIFEST) manifest = parseManifest(text ?? '')
      else if (text === undefined) {
        if (!manifest) throw new BundleError('This isn’t a backup file.')
        await take(name, content, manifest)
      }
    },
    found,
    listed,
  )
  if (!manifest) throw new BundleError('This isn’t a Meridian backup.')
  return { manifest, members: compare(manifest, found, texts) }
}

/** Joins the parts of each member, and counts and sums what passes. */
async function eachMember(
  compressed: AsyncIterable<Buffer>,
  work: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
  found: Map<string, Member>,
  listed: WholeBundle['members'] | undefined,
) {
  const extract = createExtract()
  // A failure reaches whoever reads the entries.
  pipeline(Readable.from(compressed), createZstdDecompress(), plainEntries, extract).catch(() => undefined)
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

/** Returns what the contents list, each compared with what was found. */
function compare(manifest: Manifest, found: Map<string, Member>, texts: Map<string, string>): Map<string, Member> {
  const end = endSchema.safeParse(parseJson(texts.get(END)))
  if (!end.success) throw new BundleError('The file is incomplete: it was truncated, or the backup was interrupted.')
  const lines = (texts.get(CONTENTS) ?? '').split('\n').filter(Boolean)
  if (end.data.id !== manifest.id || end.data.members !== lines.length || end.data.sha256 !== found.get(CONTENTS)?.sha256)
    throw new BundleError('Its parts don’t match.')
  const listed = new Map(lines.map((line) => memberSchema.parse(parseJson(line))).map((member) => [member.name, member]))
  for (const member of listed.values()) {
    if (!NAME.test(member.name)) throw new BundleError(`It lists a name that no backup has: ${JSON.stringify(member.name.slice(0, 100))}.`)
    if (member.bytes > limitOf(member.name, undefined)) throw new BundleError(`${member.name} is larger than it may be.`)
    if (manifest.areFilesBeside && member.name.startsWith('files/')) continue
    const there = found.get(member.name)
    if (there?.bytes !== member.bytes || there.sha256 !== member.sha256)
      throw new BundleError(`${member.name} is missing or has been altered.`)
  }
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

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
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
