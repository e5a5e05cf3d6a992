import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { BundleError } from './format.ts'

const HEADER = Buffer.from('age-encryption.org/')

/** Encrypts for age (https://age-encryption.org). `key` is an identity (AGE-SECRET-KEY-…): a passphrase would cost a tenth of a second a file. */
export async function encrypted(plain: AsyncIterable<Buffer>, key: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return Readable.fromWeb((await encrypter.encrypt(toWeb(plain))) as unknown as NodeStream)
}

/** Decrypts what is encrypted; without a key passes on what is not. Throws `BundleError` otherwise: what is not encrypted may be anybody's. */
export async function decrypted(source: AsyncIterable<Buffer>, key: string | undefined): Promise<AsyncIterable<Buffer>> {
  const { first, whole } = await peek(source)
  if (!first.subarray(0, HEADER.length).equals(HEADER)) {
    if (key === undefined) return whole
    throw new BundleError('This backup isn’t encrypted. If you trust it, restore it without BACKUP_KEY.')
  }
  if (key === undefined) throw new BundleError('This backup is encrypted. Set BACKUP_KEY to the key it was made with.')
  try {
    const decrypter = new Decrypter()
    decrypter.addIdentity(key)
    return Readable.fromWeb((await decrypter.decrypt(toWeb(whole))) as unknown as NodeStream)
  } catch (error) {
    throw new BundleError('BACKUP_KEY isn’t the key it was encrypted with, or the start of the file is corrupt.', { cause: error })
  }
}

function toWeb(chunks: AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks, { objectMode: false })) as unknown as ReadableStream<Uint8Array>
}

async function peek(source: AsyncIterable<Buffer>): Promise<{ first: Buffer; whole: AsyncIterable<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  let isAll = false
  while (first.length < HEADER.length && !isAll) {
    const next = await chunks.next()
    if (next.done) isAll = true
    else first = Buffer.concat([first, next.value])
  }
  async function* whole() {
    if (first.length > 0) yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { first, whole: whole() }
}
