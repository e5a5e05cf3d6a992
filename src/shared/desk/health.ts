import { z } from 'zod/mini'
import { momentSchema } from '#shared/response-fields.ts'

/** The health checks, in the staff's words. */
export const HEALTH_CHECKS = {
  provider: 'Card provider unreachable',
  webhook: 'Last event from the card provider',
  event: 'Oldest unprocessed event',
  refund: 'Oldest unsent refund',
  email: 'Oldest unsent email',
  jobs: 'Failed jobs in the last 24 hours',
  machines: 'Settings that differ between machines',
  backup: 'Latest verified backup',
} as const

export type HealthCheck = keyof typeof HEALTH_CHECKS

/** Response of GET /staff/health: whether the site's background work keeps up. */
export const siteHealthSchema = z.array(
  z.object({
    check: z.enum(Object.keys(HEALTH_CHECKS) as [HealthCheck, ...HealthCheck[]]),
    /** Since when something has been waiting, or when something last arrived; null if nothing is waiting or ever arrived. */
    at: z.nullable(momentSchema),
    /** The number of failures; null if they are not counted. */
    count: z.nullable(z.number()),
    isLate: z.boolean(),
    /** The settings that differ; only of that check. */
    settings: z.optional(z.array(z.string())),
  }),
)
export type SiteHealth = z.infer<typeof siteHealthSchema>
