import { z } from 'zod'
import { flag } from './fields.ts'

export const fileSchema = z.object({
  FILES_IN: z.enum(['folder', 's3'], 'must be folder or s3').optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com' }).optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region such as eu-west-2')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag.default(false),
  S3_PREFIX: z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, 'must be a folder in the bucket such as meridian or sites/meridian')
    .transform((value) => (value.endsWith('/') ? value : `${value}/`))
    .optional(),
})

type FileFields = z.infer<typeof fileSchema>

export interface S3Settings {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
  /** Prepended to every key. Empty, or ends with a slash. */
  prefix: string
}

/** Returns undefined if the settings name no bucket. */
export function s3Settings(values: FileFields): S3Settings | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_PATH_STYLE,
    prefix: values.S3_PREFIX ?? '',
  }
}

export function placeOfFiles({ FILES_IN, S3_BUCKET }: FileFields): 'folder' | 's3' {
  return FILES_IN ?? (S3_BUCKET ? 's3' : 'folder')
}

/** Returns one line for each contradiction among these settings. */
export function fileProblems(values: FileFields & { BACKUP_TO?: string | undefined }): string[] {
  const { FILES_IN, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const problems: string[] = []
  const areForBackups = values.BACKUP_TO?.startsWith('s3:') ?? false
  const isMeant = FILES_IN === 's3' || (!areForBackups && (S3_ENDPOINT || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY))
  if (!S3_BUCKET && isMeant) problems.push('S3_BUCKET: is required with the other S3 settings (the bucket for photos).')
  if (S3_BUCKET && !S3_ACCESS_KEY_ID) problems.push('S3_ACCESS_KEY_ID: is required with S3_BUCKET.')
  if (S3_BUCKET && !S3_SECRET_ACCESS_KEY) problems.push('S3_SECRET_ACCESS_KEY: is required with S3_BUCKET.')
  return problems
}
