import type { Readable } from 'node:stream'
import { getSystemErrorMessage } from 'node:util'
import { AppError } from './errors.ts'

/** A failed upload is retried, so a source may be opened more than once. */
export interface FileSource {
  bytes: number
  open(): Promise<Readable>
}

/** The caller must read the stream to the end or destroy it. */
export interface StoredFile {
  bytes: number
  stream: Readable
}

interface ListedFile {
  key: string
  changedAt: Date
  bytes: number
}

/** Stores uploaded files by key, such as `avatars/5b/5b0e….webp`. Every method may throw `StorageAwayError`. */
export interface FileStorage {
  /** Writes the whole file or nothing, even if this process dies. */
  write(key: string, source: FileSource): Promise<void>
  /** Like `write`, of a stream whose length no one knows and that is read once. */
  writeStream(key: string, stream: Readable): Promise<void>
  /** Returns undefined if the file is missing or shorter than `bytes`. */
  open(key: string, bytes?: number): Promise<StoredFile | undefined>
  remove(key: string): Promise<void>
  /** Includes the remains of interrupted writes. */
  list(folder: string): AsyncIterable<ListedFile>
  close(): void
}

/** What failures call the folder where uploads are kept without S3. */
export const DATA_FOLDER = 'the data folder'

/** Reported as a 503; `reason` and `trouble` are for the log and for operators, and contain no secret. */
export class StorageAwayError extends AppError {
  /** Both in one, such as `/mnt/backups: ENOSPC, no space left on device (write)`. */
  readonly reason: string
  readonly trouble: string

  constructor(place: string, trouble: string) {
    super('unavailable', 'Photos are unavailable right now. Please try again in a moment.', { retryAfter: 10 })
    this.reason = `${place}: ${trouble}`
    this.trouble = trouble
  }
}

/**
 * Returns a disk's error, such as that it is full, as a `StorageAwayError`. It has a system call; anything else is a bug of ours or comes
 * from the source, and is returned as it is.
 */
export function asStorageError(error: unknown, place: string): unknown {
  const { syscall, code, errno } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  const meaning = errno === undefined ? '' : `, ${getSystemErrorMessage(errno)}`
  return new StorageAwayError(place, `${code}${meaning} (${syscall})`)
}

export function wholeFile(file: StoredFile, bytes: number | undefined): StoredFile | undefined {
  if (bytes === undefined || file.bytes === bytes) return file
  file.stream.destroy()
  return undefined
}

export async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const each of all) {
    batch.push(each)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
