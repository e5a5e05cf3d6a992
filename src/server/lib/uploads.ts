import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import type { ReadStream } from 'node:fs'
import path from 'node:path'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { PHOTO_HEIC, PHOTO_UNREADABLE, PHOTO_WRONG_TYPE } from '#shared/photos.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, sweepFolder } from './data-folder.ts'
import { AppError } from './errors.ts'

/** More than any phone's picture has; a file that claims more is made to fill our memory. */
const MOST_PIXELS = 50_000_000
/** The longest side of a stored picture, in pixels: enough to judge a sofa by. */
const LONGEST_SIDE = 2000

// Pictures are decoded one after the other, each on one core: uploads must not slow down everything else, and one large picture
// takes 200 MB.
const inTurn = pLimit(1)
sharp.concurrency(1)
sharp.cache(false)

export interface PreparedPhoto {
  /** WebP. */
  data: Buffer
  width: number
  height: number
}

/** What is kept of a picture once it is upright; `width` and `height` are those of the upright picture. */
export type Shape = (upright: Sharp, size: { width: number; height: number }) => Sharp

const wholePicture: Shape = (upright) => upright.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })

/**
 * Makes a harmless WebP of an uploaded photo: upright, of a bounded size, without metadata or whatever else was in
 * the file. Its content decides what it is, never its name. Throws 415 `unsupported_media_type`, and whatever `shape`
 * throws.
 */
export async function preparePhoto(file: string, shape: Shape = wholePicture): Promise<PreparedPhoto> {
  return inTurn(async () => decode(file, shape))
}

async function decode(file: string, shape: Shape): Promise<PreparedPhoto> {
  const format = sniff(await firstBytes(file))
  if (format === 'heic') throw new AppError('unsupported_media_type', PHOTO_HEIC)
  if (!format) throw new AppError('unsupported_media_type', PHOTO_WRONG_TYPE)
  try {
    const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    // The decoder must agree with us: only these three are ever decoded.
    const metadata = await image.metadata()
    if (metadata.format !== format) throw new AppError('unsupported_media_type', PHOTO_WRONG_TYPE)
    const { data, info } = await shape(image.autoOrient(), metadata.autoOrient).webp({ quality: 82 }).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unsupported_media_type', PHOTO_UNREADABLE)
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Returns the format that a file's first bytes name. SVG, HTML and anything else that is not a photo never reaches the decoder. */
function sniff(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | undefined {
  const text = bytes.toString('latin1')
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return text.slice(4, 8) === 'ftyp' && /^(hei[cfmsx]|he[iv][cmsx]|hevc|mif1|msf1)/.test(text.slice(8, 12)) ? 'heic' : undefined
}

/** The files that people have uploaded, below one folder of the data directory; each folder belongs to one feature. */
export interface Uploads {
  /** Writes a new file and returns its path below the folder. */
  write(id: string, data: Buffer): Promise<string>
  /** Returns undefined when the file does not exist. */
  open(file: string): Promise<ReadStream | undefined>
  /** Removes files; one that does not exist is not an error. */
  remove(files: readonly string[]): Promise<void>
  /** Removes the unknown files older than `before`, left behind by interrupted uploads. Returns how many it removed. */
  sweep(isKnown: (files: string[]) => Promise<Set<string>>, before: Date): Promise<number>
}

export function createUploads(dataDir: string, name: string): Uploads {
  const folder = path.resolve(dataDir, name)

  return {
    async write(id, data) {
      const file = `${id.slice(0, 2)}/${id}.webp`
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true, mode: PRIVATE_FOLDER })
      await writeFile(path.join(folder, file), data, { flag: 'wx', mode: PRIVATE_FILE })
      return file
    },
    async open(file) {
      try {
        return (await open(path.join(folder, file))).createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(files) {
      for (const file of files) await rm(path.join(folder, file), { force: true })
    },
    sweep: async (isKnown, before) => sweepFolder(folder, isKnown, before),
  }
}
