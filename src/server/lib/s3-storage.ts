import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '#server/config/files.ts'
import { StorageAwayError, wholeFile, type FileSource, type FileStorage } from './file-storage.ts'
import { contentTypeOf } from './uploads.ts'

/** Without a connection or a byte for this long the storage counts as down, so that no one waits longer for a photo. */
const CONNECT_MS = 3000
const SILENCE_MS = 10_000
const CONNECTIONS = 64

const SILENT = { trace: () => undefined, debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The parts of an SDK error that are safe to use. The rest may contain our key's name and what was signed. */
interface S3Failure {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number; requestId?: string; attempts?: number }
}

/** Keeps files in an S3-compatible bucket. The SDK is loaded only here, so that only sites with the setting pay for it. */
export async function openS3Storage(settings: S3Settings, silenceMs = SILENCE_MS): Promise<FileStorage> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: 2,
    // Not all providers support the SDK's newer checksums; we send Content-MD5, which all of them check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK would also print to the console the failures that it throws.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
  })
  const Bucket = settings.bucket
  const keyOf = (key: string) => `${settings.prefix}${key}`

  async function put(key: string, source: FileSource, md5: string): Promise<void> {
    const Body = await source.open()
    const command = new PutObjectCommand({
      Bucket,
      Key: keyOf(key),
      Body,
      ContentLength: source.bytes,
      ContentMD5: md5,
      ContentType: contentTypeOf(key),
    })
    await client.send(command).finally(() => Body.destroy())
  }

  return {
    async write(key, source) {
      const md5 = await md5Of(await source.open())
      try {
        await put(key, source, md5)
      } catch (error) {
        if (isRefusal(error)) fail(error)
        // The SDK does not retry streams, so a connection closed while idle would fail an upload.
        await put(key, source, md5).catch(fail)
      }
    },
    async writeStream(key, stream) {
      const { Upload } = await import('@aws-sdk/lib-storage')
      const params = { Bucket, Key: keyOf(key), Body: stream, ContentType: contentTypeOf(key) }
      await new Upload({ client, params }).done().catch(fail)
    },
    async open(key, bytes) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }))
        return wholeFile({ bytes: ContentLength ?? 0, stream: Body as Readable }, bytes)
      } catch (error) {
        // A missing bucket is also a 404, but then the storage is down rather than the file missing.
        if ((error as S3Failure).name === 'NoSuchKey') return undefined
        return fail(error)
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(key) })).catch(fail)
    },
    async *list(folder) {
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: keyOf(folder === '' ? '' : `${folder}/`), ContinuationToken })
        const page = await client.send(command).catch(fail)
        for (const { Key = '', LastModified = new Date(), Size = 0 } of page.Contents ?? []) {
          yield { key: Key.slice(settings.prefix.length), changedAt: LastModified, bytes: Size }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    close: () => client.destroy(),
  }
}

async function md5Of(stream: Readable): Promise<string> {
  const hash = createHash('md5')
  await pipeline(stream, hash)
  return hash.digest('base64')
}

/** The storage understood the call and refused it, so a retry would change nothing. */
function isRefusal(error: unknown): boolean {
  const status = (error as S3Failure).$metadata?.httpStatusCode ?? 0
  return status >= 400 && status < 500
}

function fail(error: unknown): never {
  const { name, code, $metadata } = error as S3Failure
  const facts = [name, code, $metadata?.httpStatusCode, $metadata?.requestId].filter((fact) => fact !== undefined && fact !== '')
  throw new StorageAwayError('the S3 storage', [...new Set(facts)].join(', '))
}
