import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { PHOTO_HEIC, PHOTO_UNREADABLE, PHOTO_WRONG_TYPE } from '#shared/photos.ts'
import { PRIVATE_FILE } from './data-folder.ts'
import { AppError } from './errors.ts'
import { asStorageError, DATA_FOLDER } from './file-storage.ts'
import type { Upload } from './upload-form.ts'
import { PICTURE_FORMATS, type PictureFormat } from './uploads.ts'

/** More than any phone's camera takes; a file that claims more is meant to exhaust our memory. */
const MAX_PIXELS = 50_000_000
/** Longest side of a stored picture, in pixels: enough to judge a sofa by. */
const LONGEST_SIDE = 2000
const QUALITY = 82

// Pictures are decoded one at a time, each on one core, because uploads must not slow down everything else and a large picture takes 200
// MB.
export const inTurn = pLimit(1)
sharp.concurrency(1)
sharp.cache(false)

export interface PreparedPhoto {
  /** Exists until the work with its upload has ended. */
  file: string
  bytes: number
  open(): Promise<Readable>
  width: number
  height: number
}

/** `size` is that of the upright picture. */
export type Shape = (upright: Sharp, size: { width: number; height: number }) => Sharp

const wholePicture: Shape = (upright) => upright.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })

/**
 * Makes a harmless WebP of an uploaded photo: upright, of bounded size, without metadata or anything else from the file.
 * The format is determined by content, never by name. Throws 415 `unsupported_media_type`, 503
 * `unavailable` if the disk takes nothing, and whatever `shape` throws.
 */
export async function preparePhoto(upload: Upload, shape: Shape = wholePicture, quality = QUALITY): Promise<PreparedPhoto> {
  const { finished } = upload
  const { data, info } = await inTurn(async () => decode(upload.file, shape, quality))
  // Not by the decoder, which says of a full disk only that it could not make the picture.
  await writeFile(finished, data, { mode: PRIVATE_FILE }).catch((error: unknown) => {
    throw asStorageError(error, DATA_FOLDER)
  })
  return { file: finished, bytes: info.size, open: async () => createReadStream(finished), width: info.width, height: info.height }
}

async function decode(file: string, shape: Shape, quality: number) {
  const format = sniff(await firstBytes(file))
  if (format === 'heic') throw new AppError('unsupported_media_type', PHOTO_HEIC)
  if (!format) throw new AppError('unsupported_media_type', PHOTO_WRONG_TYPE)
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    // The decoder must agree with our detection, so that only these three formats are ever decoded.
    const metadata = await image.metadata()
    if (metadata.format !== format) throw new AppError('unsupported_media_type', PHOTO_WRONG_TYPE)
    return await shape(image.autoOrient(), metadata.autoOrient).webp({ quality }).toBuffer({ resolveWithObject: true })
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

/** Detects the format from the file's first bytes. SVG, HTML and anything else that is not a photo never reaches the decoder. */
function sniff(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | undefined {
  const text = bytes.toString('latin1')
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return text.slice(4, 8) === 'ftyp' && /^(hei[cfmsx]|he[iv][cmsx]|hevc|mif1|msf1)/.test(text.slice(8, 12)) ? 'heic' : undefined
}

const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  webp: (picture) => picture.webp({ quality: 78 }),
  // More effort takes four times as long per step and saves only a few per cent.
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
}

/** In pixels of the original picture. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

interface Rendition {
  width: number
  type: PictureFormat
  bytes: Buffer
}

export interface Renditions {
  /** Size of the largest rendition, in pixels. */
  width: number
  height: number
  /** Dominant colour as `#rrggbb`. */
  color: string
  widths: number[]
  /** One per format and width, a few hundred kilobytes each. */
  files: Rendition[]
}

/** Makes those of `widths` that do not exceed the crop, plus the crop's own width if it is smaller than the largest of them. */
export async function makeRenditions(picture: Buffer, part: Part, widths: readonly number[]): Promise<Renditions> {
  const largest = Math.min(Math.max(...widths), part.width)
  const sizes = [...widths.filter((width) => width < largest), largest]
  return inTurn(async () => {
    const shown = sharp(picture).extract(part)
    const { dominant } = await shown.clone().stats()
    const files: Rendition[] = []
    for (const width of sizes) {
      const sized = shown.clone().resize({ width })
      for (const type of PICTURE_FORMATS) files.push({ width, type, bytes: await ENCODERS[type](sized.clone()).toBuffer() })
    }
    return {
      width: largest,
      height: Math.round((part.height * largest) / part.width),
      color: `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
      widths: sizes,
      files,
    }
  })
}
