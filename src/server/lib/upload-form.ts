import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { withoutHiddenMarks } from '#shared/hidden-marks.ts'
import { PHOTO_TOO_LARGE } from '#shared/photos.ts'
import { ARRIVAL_LIMITS, arriving } from './connection-limits.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, sweepFolder } from './data-folder.ts'
import { AppError } from './errors.ts'
import { asStorageError, DATA_FOLDER } from './file-storage.ts'
import { networkOf } from './rate-limits.ts'
import { createTally } from './tally.ts'

/** Files wait here, in the data folder of the process that receives them, until they have been checked. */
const INCOMING_FOLDER = 'incoming'
/** Long enough for an id or a number. */
const SHORT = 64

export interface Upload {
  /** Safe to display. */
  name: string
  /** Path of the received file, which exists until the work with it has ended. */
  file: string
  /** Path to which the result may be written; removed at the same time. */
  finished: string
  size: number
  /** Returns at most `most` characters of a field sent before the file, or '' if there is none. */
  field(name: string, most?: number): string
}

/** `admit` counts the upload, once there is room for it. */
interface Sender {
  userId: string
  admit?: () => Promise<void>
}

export interface UploadForms {
  /**
   * Receives a form's one photo, does the work with it and removes it. Throws 400, 408 `request_timeout`, 413
   * `payload_too_large`, 415, 429 `too_many_uploads`, 503 `uploads_full` while too many are arriving, 503
   * `unavailable` if the disk takes nothing, and whatever `admit` throws.
   */
  receive<T>(request: FastifyRequest, sender: Sender, work: (upload: Upload) => Promise<T>): Promise<T>
}

/** Create one per site, because all kinds of uploads share the slots. */
export function createUploadForms(dataDir: string, limits = ARRIVAL_LIMITS): UploadForms {
  const folder = path.resolve(dataDir, INCOMING_FOLDER)
  const slots = createUploadSlots()

  async function save(request: FastifyRequest, file: string): Promise<Upload> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const part = await request.file()
    if (!part) {
      throw new AppError('validation_failed', 'Please choose a photo.', { issues: [{ path: 'file', message: 'Please choose a photo.' }] })
    }
    await pipeline(part.file, createWriteStream(file, { mode: PRIVATE_FILE }))
    if (part.file.truncated) throw new AppError('payload_too_large', PHOTO_TOO_LARGE)
    return {
      name: fileName(part.filename),
      file,
      finished: `${file}.finished`,
      size: part.file.bytesRead,
      field: (name, most = SHORT) => fieldOf(part, name).slice(0, most),
    }
  }

  return {
    async receive(request, { userId, admit }, work) {
      const leave = slots.take(userId, networkOf(request.ip))
      const file = path.join(folder, randomUUID())
      try {
        await admit?.()
        const upload = await arriving(request, limits, save(request, file)).catch((error: unknown) => refuse(request, error))
        return await work(upload)
      } finally {
        leave()
        // Where the disk has become read-only they stay until `sweepIncoming`; what happened to the upload is what counts.
        for (const each of [file, `${file}.finished`]) await rm(each, { force: true }).catch(() => undefined)
      }
    },
  }
}

export async function sweepIncoming(dataDir: string, before: Date): Promise<void> {
  await sweepFolder(path.resolve(dataDir, INCOMING_FOLDER), async () => new Set(), before)
}

/** The parser's own errors have a status, and those of the disk a system call; any other means that the form is broken or incomplete. */
function refuse({ raw }: FastifyRequest, error: unknown): never {
  // A failed parser leaves its stream, and so the connection, hanging; read and drop whatever still arrives.
  raw.unpipe()
  raw.resume()
  if (error instanceof AppError) throw error
  const { code, statusCode, syscall } = error as { code?: unknown; statusCode?: unknown; syscall?: unknown }
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('payload_too_large', PHOTO_TOO_LARGE)
  if (typeof syscall === 'string') throw asStorageError(error, DATA_FOLDER)
  if (typeof statusCode === 'number') throw error
  throw new AppError('invalid_body', 'The photo didn’t upload completely. Please try again.')
}

function fieldOf(file: MultipartFile, name: string): string {
  const field = file.fields[name]
  return field && 'value' in field && typeof field.value === 'string' ? printable(field.value) : ''
}

function fileName(given: string): string {
  return printable(given.split(/[/\\]/).at(-1) ?? '').slice(0, 255) || 'photo'
}

function printable(text: string): string {
  return withoutHiddenMarks(text.replace(/\p{Cc}/gu, '')).trim()
}

/** Each may take ten megabytes of disk space. */
const MAX_AT_ONCE = 32
/** For an office or a mobile provider whose customers share an address; the other half is for everyone else. */
const MAX_PER_NETWORK = 16
/** Pages send one at a time; the second is for another tab. */
const MAX_PER_ACCOUNT = 2
const RETRY_SECONDS = 5

/** Counted per process. */
interface UploadSlots {
  /**
   * Takes a slot and returns a function that frees it. Throws 429 `too_many_uploads` if the account has used its share,
   * 503 `uploads_full` if there is no room.
   */
  take(userId: string, network: string): () => void
}

function createUploadSlots(): UploadSlots {
  const accounts = createTally()
  const networks = createTally()
  let taken = 0

  const count = (userId: string, network: string, amount: number) => {
    taken += amount
    accounts.add(userId, amount)
    networks.add(network, amount)
  }

  return {
    take(userId, network) {
      if (accounts.of(userId) >= MAX_PER_ACCOUNT) {
        const message = 'Two of your photos are still uploading. Please wait for them to finish before adding another.'
        throw new AppError('too_many_uploads', message, { retryAfter: RETRY_SECONDS })
      }
      if (taken >= MAX_AT_ONCE || networks.of(network) >= MAX_PER_NETWORK) {
        throw new AppError('uploads_full', 'We’re receiving a lot of photos right now. Please try again in a moment.', {
          retryAfter: RETRY_SECONDS,
        })
      }
      count(userId, network, 1)
      let isLeft = false
      return () => {
        if (!isLeft) count(userId, network, -1)
        isLeft = true
      }
    },
  }
}
