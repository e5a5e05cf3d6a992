import { z } from 'zod/mini'
import { momentSchema } from '#shared/response-fields.ts'

/** What is looked at, in the words of the staff. */
export const HEALTH_CHECKS = {
  webhook: 'Last event from the card provider',
  event: 'Oldest event not acted on',
  refund: 'Oldest refund not sent',
  email: 'Oldest email not sent',
  jobs: 'Jobs that failed in the last day',
} as const

export type HealthCheck = keyof typeof HEALTH_CHECKS

/** Response of GET /staff/health: whether what the site does in the background keeps up. */
export const siteHealthSchema = z.array(
  z.object({
    check: z.enum(Object.keys(HEALTH_CHECKS) as [HealthCheck, ...HealthCheck[]]),
    /** Since when something waits, or when something last came; null when nothing does, or never did. */
    at: z.nullable(momentSchema),
    /** How many have failed; null where they are not counted. */
    count: z.nullable(z.number()),
    /** Whether a person should look at it. */
    isLate: z.boolean(),
  }),
)
export type SiteHealth = z.infer<typeof siteHealthSchema>
