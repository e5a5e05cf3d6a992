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

/**
 * Reads a bundle and hands each table and file over as it comes, which may turn out to be broken only at the end. Throws `BundleError` for
 * whatever is not, to the bit, what was written. Files beside the bundle are listed but not read.
 */
export async function readBundle(
  source: AsyncIterable<Buffer>,
  key: string | undefined,
  take: Take = async (_, content) => drain(content),
) {
  try {
    return await readMembers(await decrypted(source, key), take)
  } catch (error) {
    if (!isOfBytes(error)) throw error
    throw new BundleError(`The file is truncated or corrupt: ${(error as Error).message}.`, { cause: error })
  }
}

export async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content) continue
}

async function readMembers(compressed: AsyncIterable<Buffer>, take: Take): Promise<WholeBundle> {
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
  )
  if (!manifest) throw new BundleError('This isn’t a Meridian backup.')
  return { manifest, members: compare(manifest, found, texts) }
}

/** Joins the parts of each member, and counts and sums what passes. */
async function eachMember(
  compressed: AsyncIterable<Buffer>,
  work: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
  found: Map<string, Member>,
) {
  const extract = createExtract()
  // A failure reaches whoever reads the entries.
  pipeline(Readable.from(compressed), createZstdDecompress(), extract).catch(() => undefined)
  const entries = extract[Symbol.asyncIterator]()
  try {
    let next = await entries.next()
    while (!next.done) {
      const name = next.value.header.name.replace(PART, '')
      if (found.has(name)) throw new BundleError(`${name} appears twice.`)
      const hash = createHash('sha256')
      let bytes = 0
      async function* content(): AsyncGenerator<Buffer> {
        while (!next.done && next.value.header.name.replace(PART, '') === name) {
          for await (const chunk of next.value as AsyncIterable<Buffer>) {
            hash.update(chunk)
            bytes += chunk.length
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

/** Returns what the contents list, each compared with what was found. */
function compare(manifest: Manifest, found: Map<string, Member>, texts: Map<string, string>): Map<string, Member> {
  const end = endSchema.safeParse(parseJson(texts.get(END)))
  if (!end.success) throw new BundleError('The file is incomplete: it was truncated, or the backup was interrupted.')
  const lines = (texts.get(CONTENTS) ?? '').split('\n').filter(Boolean)
  if (end.data.id !== manifest.id || end.data.members !== lines.length || end.data.sha256 !== found.get(CONTENTS)?.sha256)
    throw new BundleError('Its parts don’t match.')
  const listed = new Map(lines.map((line) => memberSchema.parse(parseJson(line))).map((member) => [member.name, member]))
  for (const member of listed.values()) {
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
