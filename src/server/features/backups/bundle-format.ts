import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { z } from 'zod'

/** Raised when older programs cannot read the bundle. */
export const FORMAT = 1

/** Names in the bundle, in their order. Tables and files lie in between, as `tables/NAME` and `files/KEY`. */
export const MANIFEST = 'manifest.json'
export const CARD_SANDBOX = 'card-sandbox.jsonl'
export const CONTENTS = 'contents.jsonl'
export const END = 'end.json'

export const manifestSchema = z.object({
  format: z.number(),
  id: z.uuid(),
  /** When the snapshot was taken: it holds what was committed until then. */
  moment: z.iso.datetime(),
  version: z.string(),
  /** The applied migrations, the first to come first. */
  migrations: z.array(z.string()).min(1),
  /** The contract steps that were taken (`migrations/contract`). */
  contracts: z.array(z.string()),
  /** Whether the secrets of the site and of second factors are inside. */
  hasSecrets: z.boolean(),
  /** The uploaded files are not in the bundle but in `files/` beside it. */
  areFilesBeside: z.boolean(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const memberSchema = z.object({
  name: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a table only. */
  rows: z.int().min(0).optional(),
})
/** A line of the contents: what one name holds. */
export type Member = z.infer<typeof memberSchema>

/** Says that the bundle is whole. */
export const endSchema = z.object({ id: z.uuid(), members: z.number(), sha256: z.string() })

/** A bundle that cannot be used; nothing has been changed. */
export class BundleError extends Error {}

const HEADER = Buffer.from('age-encryption.org/')

/** Encrypts for age (https://age-encryption.org). `key` is an identity (AGE-SECRET-KEY-…): a passphrase would cost a tenth of a second a file. */
export async function encrypted(plain: AsyncIterable<Buffer>, key: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return Readable.fromWeb((await encrypter.encrypt(toWeb(plain))) as unknown as NodeStream)
}

/** Decrypts what is encrypted; without a key passes on what is not. Throws `BundleError` otherwise: what is not encrypted may be anyone's. */
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
