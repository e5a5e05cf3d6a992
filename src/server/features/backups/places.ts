import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Deps } from '#server/lib/deps.ts'
import { openPlace, type Place } from '#server/lib/site-files.ts'

/** What bundles are called. */
export const BUNDLE = /\.backup$/
/** Beside the bundles: each uploaded file once, and who has deleted an account. */
export const FILES = 'files'
export const ERASURES = 'erasures'

/** One bundle in its place. */
export interface Target {
  place: Place
  bundle: string
}

/** Reads what follows `--to` or `--from`. Without the name of a bundle the newest one is meant; `undefined` if there is none. */
export async function openTarget(config: Deps['config'], where: string): Promise<{ place: Place; bundle: string | undefined }> {
  const isBundle = BUNDLE.test(where) || (!where.startsWith('s3:') && (await isFile(where)))
  const cut = where.lastIndexOf('/')
  const [folder = '.', bundle] = isBundle ? [cut < 0 ? '.' : where.slice(0, cut) || '/', where.slice(cut + 1)] : [where, undefined]
  const place = await openPlace(config, folder)
  return { place, bundle: bundle ?? (await listBundles(place)).at(-1)?.key }
}

/** The oldest first, as their names begin with their moment. */
export async function listBundles({ storage }: Place): Promise<{ key: string; bytes: number }[]> {
  const found: { key: string; bytes: number }[] = []
  for await (const { key, bytes } of storage.list('')) if (BUNDLE.test(key) && !key.includes('/')) found.push({ key, bytes })
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
