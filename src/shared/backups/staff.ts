import { z } from 'zod/mini'
import { momentSchema } from '#shared/response-fields.ts'

/** A backup that is not known after this time to be one is late, in milliseconds. */
export const UNPROVEN_MS = 48 * 60 * 60 * 1000

/** What was found when a backup was tried, in the staff's words. */
export const PROOFS = {
  proven: 'Verified: restored and the books agree',
  read: 'Read in full but not verified',
  failed: 'Unusable',
} as const

const backupSchema = z.object({
  id: z.string(),
  startedAt: momentSchema,
  /** When the backup stood or failed; null while it is being made. */
  endedAt: z.nullable(momentSchema),
  /** What it shows; null if there is none. */
  moment: z.nullable(momentSchema),
  bytes: z.nullable(z.number()),
  failure: z.nullable(z.string()),
  proof: z.nullable(z.enum(Object.keys(PROOFS) as [keyof typeof PROOFS, ...(keyof typeof PROOFS)[]])),
  finding: z.nullable(z.string()),
  /** How long the trial took. */
  seconds: z.nullable(z.number()),
})
export type Backup = z.infer<typeof backupSchema>

/** Response of GET /staff/backups. */
export const backupsSchema = z.object({
  /** Where they go, as the settings say; null if they go nowhere. */
  place: z.nullable(z.string()),
  isEncrypted: z.boolean(),
  /** Time of the agency's day, such as 02:30. */
  at: z.string(),
  /** The newest first. */
  backups: z.array(backupSchema),
})
