import type { Readable } from 'node:stream'
import { AppError } from './errors.ts'

/** What is to be kept. It may be read more than once: a try that has failed on the way is repeated. */
export interface FileSource {
  bytes: number
  open(): Promise<Readable>
}

/** A file that is kept. Whoever opens it reads its stream to the end or destroys it. */
export interface StoredFile {
  bytes: number
  stream: Readable
}

export interface ListedFile {
  key: string
  changedAt: Date
}

/** Where the files that people upload are kept, each by its key: `avatars/5b/5b0e….webp`. Every call throws `StorageAwayError`. */
export interface FileStorage {
  /** Keeps a file: the whole of it or nothing, whenever this process may end. */
  write(key: string, source: FileSource): Promise<void>
  /** Returns undefined when there is no such file, or only a part of the `bytes` that it has. */
  open(key: string, bytes?: number): Promise<StoredFile | undefined>
  /** Removes a file; one that does not exist is not an error. */
  remove(key: string): Promise<void>
  /** Lists the files whose keys begin with the name of the folder, and what interrupted writes have left there. */
  list(folder: string): AsyncIterable<ListedFile>
  /** Closes its connections. */
  close(): void
}

/** Thrown while files can be neither stored nor read: for a visitor a 503, for the log the reason, in which there is no secret. */
export class StorageAwayError extends AppError {
  readonly reason: string

  constructor(reason: string) {
    super('unavailable', 'Photos can be neither stored nor shown just now. Please try again in a moment.', { retryAfter: 10 })
    this.reason = reason
  }
}

/** Returns the file if it has so many bytes; else closes it. */
export function wholeFile(file: StoredFile, bytes: number | undefined): StoredFile | undefined {
  if (bytes === undefined || file.bytes === bytes) return file
  file.stream.destroy()
  return undefined
}

/** Collects what comes one by one into lists of at most `size`. */
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
