import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { PHOTO_TOO_LARGE } from '#shared/photos.ts'
import { AppError } from './errors.ts'

/** What a form with one file contained. */
export interface Upload {
  /** The file's name, fit to be shown. */
  name: string
  bytes: Buffer
  /** Returns the text of a field sent before the file; '' when there is none. */
  field(name: string): string
}

/** Reads the one photo of a form. Throws 400, 413 `payload_too_large`, 415. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const refuse = (error: unknown) => refuseUpload(request, error)
  const file = await request.file().catch(refuse)
  if (!file) {
    throw new AppError('validation_failed', 'Please choose a photo.', { issues: [{ path: 'file', message: 'Please choose a photo.' }] })
  }
  const bytes = await file.toBuffer().catch(refuse)
  return { name: fileName(file.filename), bytes, field: (name) => fieldOf(file, name) }
}

/** An error that the parser foresees has a status; any other means that the form is broken or ends too early. */
function refuseUpload({ raw }: FastifyRequest, error: unknown): never {
  // A parser that gave up leaves its stream standing, and with it the connection: what still comes is read and dropped.
  raw.unpipe()
  raw.resume()
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('payload_too_large', PHOTO_TOO_LARGE)
  if (typeof statusCode === 'number') throw error
  throw new AppError('invalid_body', 'The photo has not arrived completely. Please try again.')
}

function fieldOf(file: MultipartFile, name: string): string {
  const field = file.fields[name]
  return field && 'value' in field && typeof field.value === 'string' ? printable(field.value).slice(0, 64) : ''
}

/** Returns the last part of a path, without control characters. */
function fileName(given: string): string {
  return printable(given.split(/[/\\]/).at(-1) ?? '').slice(0, 255) || 'photo'
}

function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '').trim()
}
