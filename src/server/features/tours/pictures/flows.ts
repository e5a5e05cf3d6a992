import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { calls } from '#shared/paths.ts'
import { MIN_PICTURE_HEIGHT, MIN_PICTURE_WIDTH, MAX_STRETCHED, PICTURE_WIDTHS, type Crop } from '#shared/tours/staff-pictures.ts'
import { decideAs, type Actor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { preparePhoto } from '#server/lib/photo-preparation.ts'
import { makeRenditions } from '#server/lib/picture-renditions.ts'
import type { Upload } from '#server/lib/upload-form.ts'
import { createUploads, type Uploads } from '#server/lib/uploads.ts'
import { insertOriginal, insertPicture, type NewFile, type Original } from './commands.ts'
import { findPictureFile, getPictureSource, PICTURE_FOLDER } from './queries.ts'

/** Longest side of an original in pixels: half of it still fills a screen. */
const LONGEST_SIDE = 3200
const ORIGINAL_QUALITY = 92

/** `uploads` is the picture folder. */
export type PictureDeps = Pick<Deps, 'db' | 'now'> & { uploads: Uploads }

/**
 * Creates a picture that shows all of an upload, in every size, and returns its id. Throws 400 if it is too small or too
 * narrow, 415 for a file that is not a picture, and 503 while the storage is unavailable.
 */
export async function addPicture(deps: PictureDeps, actor: Actor, upload: Upload, alt: string): Promise<string> {
  const prepared = await preparePhoto(
    upload,
    (upright) => upright.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true }),
    ORIGINAL_QUALITY,
  )
  const { width, height, bytes } = prepared
  const whole = { left: 0, top: 0, width, height }
  refuseUnfit(whole, whole, 'file')
  const id = randomUUID()
  return removingOnFailure(deps, async (write) => {
    const path = await write(id, prepared)
    const original = { id, path, bytes, width, height }
    const picture = await renderPicture(write, await readFile(prepared.file), whole)
    return decideAs(deps.db, actor, 'tours.write', async (trx) => {
      await insertOriginal(trx, original)
      return insertPicture(trx, { ...picture, actor, original, name: upload.name, alt, crop: whole, now: deps.now() })
    })
  })
}

/**
 * Creates another picture from part of the same original, and returns its id. Throws 404, also for artwork without an
 * original, and 400 if the part is too small or outside the original.
 */
export async function cropPicture(deps: PictureDeps, actor: Actor, pictureId: string, crop: Crop): Promise<string> {
  const { name, alt, original } = await getPictureSource(deps.db, pictureId)
  refuseUnfit(crop, original, 'width')
  const stream = await deps.uploads.open(original.path, original.bytes)
  if (!stream) throw notFound('Picture')
  const bytes = await buffer(stream)
  return removingOnFailure(deps, async (write) => {
    const picture = await renderPicture(write, bytes, crop)
    return decideAs(deps.db, actor, 'tours.write', async (trx) =>
      insertPicture(trx, { ...picture, actor, original, name, alt, crop, now: deps.now() }),
    )
  })
}

/** Reads an uploaded picture by its URL, or returns undefined if there is none. Throws 503 while the storage is unavailable. */
export async function readUpload(deps: Deps, address: string): Promise<Buffer | undefined> {
  const known = await findPictureFile(deps.db, address.slice(calls.picture('').length))
  const file = known && (await createUploads(deps, PICTURE_FOLDER).open(known.path, known.bytes))
  return file && buffer(file)
}

type Write = Uploads['write']

/** Stores all sizes of a picture under names that are never reused. */
async function renderPicture(write: Write, original: Buffer, crop: Crop) {
  const id = randomUUID()
  const { files, ...shown } = await makeRenditions(original, crop, PICTURE_WIDTHS)
  const stored: NewFile[] = []
  for (const { width, type, bytes } of files) {
    const path = await write(`${id}-${width}`, { bytes: bytes.length, open: async () => Readable.from([bytes]) }, type)
    stored.push({ name: `${id}-${width}.${type}`, path, bytes: bytes.length })
  }
  return { ...shown, id, filePath: calls.picture(`${id}-${shown.width}.webp`), files: stored }
}

/** If the work fails, removes the files stored by then. */
async function removingOnFailure<T>({ uploads }: PictureDeps, work: (write: Write) => Promise<T>): Promise<T> {
  const written: string[] = []
  try {
    return await work(async (...file) => {
      const path = await uploads.write(...file)
      written.push(path)
      return path
    })
  } catch (error) {
    await uploads.remove(written)
    throw error
  }
}

/** Throws 400 if the part is too small or outside the whole. `path` names the field. */
function refuseUnfit(part: Crop, whole: Pick<Original, 'width' | 'height'>, path: string): void {
  const message = unfitness(part, whole)
  if (message !== undefined) throw new AppError('validation_failed', message, { issues: [{ path, message }] })
}

function unfitness({ left, top, width, height }: Crop, whole: Pick<Original, 'width' | 'height'>): string | undefined {
  if (left + width > whole.width || top + height > whole.height) return 'The crop area is outside the picture.'
  if (width < MIN_PICTURE_WIDTH || height < MIN_PICTURE_HEIGHT) {
    return `A picture must be at least ${MIN_PICTURE_WIDTH} pixels wide and ${MIN_PICTURE_HEIGHT} pixels high.`
  }
  if (Math.max(width / height, height / width) > MAX_STRETCHED)
    return `A picture’s longer side can’t be more than ${MAX_STRETCHED} times the shorter one.`
  return undefined
}
