import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Deps } from '#server/lib/deps.ts'
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

/** The site's own, the oldest first. What else somebody has put there is left alone. */
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
