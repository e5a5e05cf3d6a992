import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/lib/deps.ts'
import type { FileStorage } from '#server/lib/file-storage.ts'
import { listMigrations } from '#server/lib/migrate.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { BundleError, CARD_SANDBOX, decrypted, type Manifest, type Member } from './bundle-format.ts'
import { drain, readBundle, type WholeBundle } from './bundle-reading.ts'
import { gently, writeBundle } from './bundle-writing.ts'
import { FILES, filesFolder, openBundle, type Target } from './places.ts'

/** Returns a backup of a place as one bundle with the uploaded files inside, encrypted as it is. Throws `BundleError`. */
export async function wholeBundle(
  config: Deps['config'],
  { place: name, name: bundle }: { place: string; name: string },
): Promise<Readable> {
  const place = await openPlace(config, name)
  try {
    const stream = await rewriteWhole({ place, bundle }, config.BACKUP_KEY)
    // However that comes about: read to its end, failed or given up.
    return stream.once('close', () => place.storage.close())
  } catch (error) {
    place.storage.close()
    throw error
  }
}

async function rewriteWhole(target: Target, key: string | undefined): Promise<Readable> {
  const whole = await verifyBundle(target, key)
  const pace = gently()
  return writeBundle(
    { ...whole.manifest, areFilesBeside: false },
    key,
    async (writing) => {
      const addPaced = async (member: string, content: Buffer) => {
        await writing.addWhole(member, content)
        await pace()
      }
      const source = await openBundle(target)
      try {
        await readBundle(source, key, async (member, content) => {
          if (member.startsWith('tables/')) await writing.add(member, content, () => whole.members.get(member)?.rows ?? 0)
          else if (member === CARD_SANDBOX) await writing.add(member, content)
          else if (member.startsWith(`${FILES}/`)) await addPaced(member, await buffer(Readable.from(content)))
          else await drain(content)
        })
      } finally {
        source.destroy()
      }
      if (whole.manifest.areFilesBeside)
        await eachFileBeside(target, key, whole, async (file, content) => addPaced(`${FILES}/${file}`, content), 1)
    },
    pace,
  )
}

/** Contract steps that this version knows. */
const CONTRACTS = new Set(['ledger'])
const AT_ONCE = 4

/** A file beside the bundle is missing or not what was written. */
export class BrokenFileError extends BundleError {}

/** Reads a bundle, and the files beside it, to the last bit, and changes nothing. Throws `BundleError`. */
export async function verifyBundle(target: Target, key: string | undefined): Promise<WholeBundle> {
  const whole = await readBundle(await openBundle(target), key)
  await refuseNewer(whole.manifest)
  if (whole.manifest.areFilesBeside) await eachFileBeside(target, key, whole, async () => undefined)
  return whole
}

/** Hands over each file that lies beside the bundle, compared with what was backed up. Throws `BundleError` for the first that is not. */
export async function eachFileBeside(
  { place }: Target,
  key: string | undefined,
  { manifest, members }: WholeBundle,
  take: (key: string, content: Buffer) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const folder = filesFolder(manifest.hasSecrets ? key : undefined)
  const files = [...members.values()].filter(({ name }) => name.startsWith(`${FILES}/`))
  for (let start = 0; start < files.length; start += atOnce) {
    await Promise.all(
      files
        .slice(start, start + atOnce)
        .map(async (member) => take(keyOf(member.name), await readBeside(place.storage, folder, key, member))),
    )
  }
}

export function keyOf(name: string): string {
  return name.slice(FILES.length + 1)
}

/** Where files wait for the commit: until then those of the old site keep their names. */
const STAGED = 'restoring'

export async function stage(files: FileStorage, key: string, content: Buffer): Promise<void> {
  await files.write(`${STAGED}/${key}`, { bytes: content.length, open: async () => Readable.from([content]) })
}

export async function clearStaged(files: FileStorage): Promise<void> {
  const keys: string[] = []
  for await (const { key } of files.list(STAGED)) keys.push(key)
  for (const key of keys) await files.remove(key)
}

/** Gives the staged files their names, and reads each again as it then lies there. */
export async function putBack(files: FileStorage, staged: readonly string[], members: WholeBundle['members']): Promise<void> {
  for (const key of staged) {
    const member = members.get(`${FILES}/${key}`)
    if (!(await isThere(files, key, member))) {
      const content = await readStored(files, `${STAGED}/${key}`)
      if (content) await files.write(key, { bytes: content.length, open: async () => Readable.from([content]) })
      if (!(await isThere(files, key, member)))
        throw new Error(`The database is restored, but the file ${key} couldn’t be written whole. Restore again with --replace.`)
    }
    await files.remove(`${STAGED}/${key}`)
  }
}

async function isThere(files: FileStorage, key: string, member: Member | undefined): Promise<boolean> {
  const content = await readStored(files, key, member?.bytes)
  return content !== undefined && createHash('sha256').update(content).digest('hex') === member?.sha256
}

async function readStored(files: FileStorage, key: string, bytes?: number): Promise<Buffer | undefined> {
  const file = await files.open(key, bytes)
  return file && buffer(file.stream)
}

async function readBeside(storage: FileStorage, folder: string, key: string | undefined, member: Member): Promise<Buffer> {
  const file = await storage.open(`${folder}/${keyOf(member.name)}`)
  if (!file) throw new BrokenFileError(`${member.name} is missing from the same folder.`)
  const content = await contentOf(file.stream, key, member.bytes).catch((error: unknown) => {
    throw new BrokenFileError(`${member.name} can’t be read.`, { cause: error })
  })
  if (content.length !== member.bytes || createHash('sha256').update(content).digest('hex') !== member.sha256)
    throw new BrokenFileError(`${member.name} in the same folder has been altered.`)
  return content
}

/** Stops after the first byte too many. */
async function contentOf(stream: Readable, key: string | undefined, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of await decrypted(stream, key)) {
    length += chunk.length
    chunks.push(chunk)
    if (length > bytes) break
  }
  return Buffer.concat(chunks)
}

async function refuseNewer({ migrations, contracts, version }: Manifest): Promise<void> {
  const known = await listMigrations()
  const isKnown = migrations.every((name, index) => known[index] === name) && contracts.every((name) => CONTRACTS.has(name))
  if (!isKnown) throw new BundleError(`It was made by a newer version (${version}). Use that version or later.`)
}
