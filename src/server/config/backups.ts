import { bech32 } from '@scure/base'
import { z } from 'zod'
import type { S3Settings } from './files.ts'
import { wholeNumber } from './fields.ts'

export const backupSchema = z.object({
  BACKUP_TO: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30')
    .default('02:30'),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(14),
  BACKUP_KEY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/, { error: 'must be an age key (npm run backup -- --new-key makes one)', abort: true })
    .refine(hasRightChecksum, 'must be an age key without a typing error: its checksum is wrong')
    .optional(),
  BACKUP_PROOF: z.enum(['daily', 'weekly', 'off'], 'must be daily, weekly or off').default('daily'),
  BACKUP_BEFORE_MIGRATIONS: z
    .enum(['0', '1'], 'must be 1 or 0')
    .default('1')
    .transform((value) => value === '1'),
})

/** Every age key ends with a checksum (Bech32). Never throws: the library's reason shows the key. */
function hasRightChecksum(key: string): boolean {
  return bech32.decodeUnsafe(key) !== undefined
}

type BackupFields = z.infer<typeof backupSchema>

const BUCKET = /^[\w.-]{3,63}$/

export interface Bucket {
  bucket: string
  /** Empty, or a key such as `backups/monday.backup`. */
  path: string
}

/** Reads an address such as s3://bucket/folder; returns undefined for a path on this machine. */
export function parseBucket(place: string): Bucket | undefined {
  const [scheme, nothing, bucket = '', ...folders] = place.split('/')
  if (scheme !== 's3:' || nothing !== '' || !BUCKET.test(bucket)) return undefined
  return { bucket, path: folders.filter(Boolean).join('/') }
}

interface Keys {
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_PATH_STYLE: boolean
}

/** Backups go to a bucket of their own with the keys of the photos'. Returns undefined without keys. */
export function s3SettingsOf(values: Keys, bucket: string, folder: string): S3Settings | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!accessKeyId || !secretAccessKey) return undefined
  const prefix = folder === '' ? '' : `${folder}/`
  const place = { endpoint: values.S3_ENDPOINT, region: values.S3_REGION, pathStyle: values.S3_PATH_STYLE }
  return { ...place, bucket, accessKeyId, secretAccessKey, prefix }
}

/** Returns one line for each contradiction among these settings. */
export function backupProblems(values: BackupFields & Keys): string[] {
  const { BACKUP_TO = '', BACKUP_KEY } = values
  if (!BACKUP_TO.startsWith('s3:')) return []
  const bucket = parseBucket(BACKUP_TO)
  if (!bucket) return ['BACKUP_TO: must be a folder or an address such as s3://bucket/folder.']
  const problems: string[] = []
  if (!s3SettingsOf(values, bucket.bucket, bucket.path))
    problems.push('BACKUP_TO: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for a bucket.')
  if (!BACKUP_KEY) problems.push('BACKUP_KEY: is required for a bucket: backups must be encrypted before they leave this machine.')
  return problems
}
