import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathOf } from '#shared/contract.ts'
import * as calls from '#shared/tours/picture-calls.ts'
import {
  MAX_ALT_LENGTH,
  MAX_STRETCHED,
  MIN_PICTURE_HEIGHT,
  MIN_PICTURE_WIDTH,
  PICTURE_WIDTHS,
  type Crop,
} from '#shared/tours/staff-pictures.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { decideAs, type Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { makeRenditions, preparePhoto } from '#server/lib/photo-preparation.ts'
import type { Serving } from '#server/lib/serve.ts'
import type { Upload } from '#server/lib/upload-form.ts'
import { createUploads, type Uploads } from '#server/lib/uploads.ts'
import { getPictureSource, PICTURE_FOLDER } from './files.ts'
import { getStaffPicture } from './pictures.ts'

/** Longest side of an original in pixels: half of it still fills a screen. */
const LONGEST_SIDE = 3200
const ORIGINAL_QUALITY = 92

/** The scope's guard checks the role before any file is read. */
export function pictureCalls(serving: Serving, deps: Deps): void {
  const { db, now, uploadForms } = deps
  const adding = { db, now, uploads: createUploads(deps, PICTURE_FOLDER) }

  serving.flow(calls.uploadPicture, async ({ actor, request }) => {
    const id = await uploadForms.receive(request, { userId: actor.accountId }, async (upload) =>
      addPicture(adding, actor, upload, upload.field('alt', MAX_ALT_LENGTH)),
    )
    return { picture: await getStaffPicture(db, id) }
  })
  serving.flow(calls.cropPicture, async ({ actor, params, body }) => {
    const id = await cropPicture(adding, actor, params.id, body)
    return { picture: await getStaffPicture(db, id) }
  })
  serving.change(calls.describePicture, async ({ trx, actor, params, body }) => {
    await describePicture(trx, actor, params.id, body)
    return { picture: await getStaffPicture(trx, params.id) }
  })
}

/** `uploads` is the picture folder. */
type AddingDeps = Pick<Deps, 'db' | 'now'> & { uploads: Uploads }

/**
 * Creates a picture that shows all of an upload, in every size, and returns its id. Throws 400 if it is too small or too
 * narrow, 415 for a file that is not a picture, and 503 while the storage is unavailable.
 */
async function addPicture(deps: AddingDeps, actor: Actor, upload: Upload, alt: string): Promise<string> {
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
      await trx.insertInto('picture_originals').values(original).execute()
      return insertPicture(trx, actor, { ...picture, original, name: upload.name, alt, crop: whole, now: deps.now() })
    })
  })
}

/**
 * Creates another picture from part of the same original, and returns its id. Throws 404, also for artwork without an
 * original, and 400 if the part is too small or outside the original.
 */
async function cropPicture(deps: AddingDeps, actor: Actor, pictureId: string, crop: Crop): Promise<string> {
  const { name, alt, original } = await getPictureSource(deps.db, pictureId)
  refuseUnfit(crop, original, 'width')
  const stream = await deps.uploads.open(original.path, original.bytes)
  if (!stream) throw notFound('Picture')
  const bytes = await buffer(stream)
  return removingOnFailure(deps, async (write) => {
    const picture = await renderPicture(write, bytes, crop)
    return decideAs(deps.db, actor, 'tours.write', async (trx) =>
      insertPicture(trx, actor, { ...picture, original, name, alt, crop, now: deps.now() }),
    )
  })
}

type Write = Uploads['write']

/** Stores all sizes of a picture under names that are never reused. */
async function renderPicture(write: Write, original: Buffer, crop: Crop) {
  const id = randomUUID()
  const { files, ...shown } = await makeRenditions(original, crop, PICTURE_WIDTHS)
  const stored: { name: string; path: string; bytes: number }[] = []
  for (const { width, type, bytes } of files) {
    const path = await write(`${id}-${width}`, { bytes: bytes.length, open: async () => Readable.from([bytes]) }, type)
    stored.push({ name: `${id}-${width}.${type}`, path, bytes: bytes.length })
  }
  return { ...shown, id, filePath: pathOf(calls.getPicture, { id: `${id}-${shown.width}.webp` }), files: stored }
}

/** If the work fails, removes the files stored by then. */
async function removingOnFailure<T>({ uploads }: AddingDeps, work: (write: Write) => Promise<T>): Promise<T> {
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
function refuseUnfit(part: Crop, whole: { width: number; height: number }, path: string): void {
  const message = unfitness(part, whole)
  if (message !== undefined) throw new AppError('validation_failed', message, { issues: [{ path, message }] })
}

function unfitness({ left, top, width, height }: Crop, whole: { width: number; height: number }): string | undefined {
  if (left + width > whole.width || top + height > whole.height) return 'The crop area is outside the picture.'
  if (width < MIN_PICTURE_WIDTH || height < MIN_PICTURE_HEIGHT) {
    return `A picture must be at least ${MIN_PICTURE_WIDTH} pixels wide and ${MIN_PICTURE_HEIGHT} pixels high.`
  }
  if (Math.max(width / height, height / width) > MAX_STRETCHED)
    return `A picture’s longer side can’t be more than ${MAX_STRETCHED} times the shorter one.`
  return undefined
}

type NewPicture = Awaited<ReturnType<typeof renderPicture>> & { name: string; alt: string; original: { id: string }; crop: Crop; now: Date }

/** Returns the id. Throws 404 if its original has been removed in the meantime. */
async function insertPicture(trx: Trx, actor: Actor, picture: NewPicture): Promise<string> {
  const { id, filePath, files, original, crop, now, ...shown } = picture
  const kept = await trx.selectFrom('picture_originals').select('id').where('id', '=', original.id).forKeyShare().executeTakeFirst()
  if (!kept) throw notFound('Picture')
  await trx
    .insertInto('pictures')
    .values({
      ...shown,
      id,
      file_path: filePath,
      original_id: original.id,
      crop_left: crop.left,
      crop_top: crop.top,
      crop_width: crop.width,
      crop_height: crop.height,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('picture_files')
    .values(files.map((file) => ({ ...file, picture_id: id })))
    .execute()
  await recordAudit(trx, { actor, action: 'picture.added', subject: { kind: 'picture', id } })
  return id
}

/** Throws 404, and 409 `picture_changed` saying who has changed the description in the meantime, and to what. */
async function describePicture(trx: Trx, actor: Actor, id: string, { alt, seenAlt }: { alt: string; seenAlt: string }): Promise<void> {
  const picture = await trx.selectFrom('pictures').select('alt').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!picture) throw notFound('Picture')
  if (picture.alt === alt) return
  if (picture.alt !== seenAlt) {
    const [change] = await listAudit(trx, { subject: id, action: 'picture.described', limit: 1 })
    const who = change?.actor?.name ?? 'Someone'
    throw new AppError('picture_changed', `${who} has just changed this picture’s description: “${picture.alt}”. Please check again.`)
  }
  await trx.updateTable('pictures').set({ alt }).where('id', '=', id).execute()
  await recordAudit(trx, { actor, action: 'picture.described', subject: { kind: 'picture', id } })
}
