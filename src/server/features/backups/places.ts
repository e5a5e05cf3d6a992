import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Deps } from '#server/lib/deps.ts'
import { StorageAwayError } from '#server/lib/file-storage.ts'
import { openPlace, type Place } from '#server/lib/site-files.ts'

/** What bundles are called. */
export const BUNDLE = /\.backup$/
/** What the site calls those in a place: names sort by the moment that they begin with. */
const OWN_BUNDLE = /^meridian-\d{8}T\d{9}Z\.backup$/
/** Each uploaded file, in a bundle or, once for all, beside those of one key. */
export const FILES = 'files'
/** Beside the bundles: who has deleted an account. */
export const ERASURES = 'erasures'

/** One bundle in its place. */
export interface Target {
  place: Place
  bundle: string
}

/** Where the files of bundles made with a key lie: what another key, or none, has written is of no use for them. */
export function filesFolder(key: string | undefined): string {
  return key === undefined ? FILES : `${FILES}-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
}

/** Reads what follows `--to` or `--from`. Without the name of a bundle the newest one is meant; `undefined` if there is none. */
export async function openTarget(config: Deps['config'], where: string): Promise<{ place: Place; bundle: string | undefined }> {
  const isBundle = BUNDLE.test(where) || (!where.startsWith('s3:') && (await isFile(where)))
  const cut = where.lastIndexOf('/')
  const [folder = '.', bundle] = isBundle ? [cut < 0 ? '.' : where.slice(0, cut) || '/', where.slice(cut + 1)] : [where, undefined]
  const place = await openPlace(config, folder)
  return { place, bundle: bundle ?? (await listBundles(place)).at(-1)?.key }
}

/** The site's own, the oldest first. What else someone has put there is left alone. */
export async function listBundles({ storage }: Place): Promise<{ key: string; bytes: number }[]> {
  const found: { key: string; bytes: number }[] = []
  for await (const { key, bytes } of storage.list('')) if (OWN_BUNDLE.test(key)) found.push({ key, bytes })
  return found.toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** Throws if it is not there. */
export async function openBundle({ place, bundle }: Target): Promise<Readable> {
  const isS3 = place.name.startsWith('s3:')
  if (!isS3 && (await isFile(path.join(place.name, bundle))))
    return createReadStream(path.join(place.name, bundle), { highWaterMark: 1 << 20 })
  const found = isS3 ? await place.storage.open(bundle) : undefined
  if (!found) throw new Error(`There is no ${bundle} in ${place.name}.`)
  return found.stream
}

async function isFile(name: string): Promise<boolean> {
  return (await stat(name).catch(() => undefined))?.isFile() ?? false
}

const PROBE = 'backup place'
const WAIT_MS = 10_000

/** Writes a small file to a place and removes it again. Returns a sentence if that fails. */
export async function findPlaceTrouble(config: Deps['config'], to: string): Promise<string | undefined> {
  // A network disk may never answer.
  const ending = Promise.withResolvers<never>()
  const timer = setTimeout(() => ending.reject(new Error('it doesn’t respond')), WAIT_MS)
  try {
    await Promise.race([tryOut(config, to), ending.promise])
    return undefined
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return `Can’t write to ${to}: ${error instanceof StorageAwayError ? error.trouble : message || code}.`
  } finally {
    clearTimeout(timer)
  }
}

async function tryOut(config: Deps['config'], to: string): Promise<void> {
  const { storage } = await openPlace(config, to.startsWith('s3:') ? to : await nearestFolder(path.resolve(to)))
  const probe = `doctor-${randomUUID()}.probe`
  try {
    await storage.write(probe, { bytes: PROBE.length, open: async () => Readable.from([Buffer.from(PROBE)]) })
    await storage.remove(probe)
  } finally {
    storage.close()
  }
}

/** The first backup makes what is missing; trying it out does not, and under /proc Node would try for ever. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return isThere ? folder : nearestFolder(path.dirname(folder))
}
