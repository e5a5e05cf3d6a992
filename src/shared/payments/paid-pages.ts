import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { needing } from '#shared/lenient.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'

/** How long the result page of a payment link works, counted from opening its card page. */
export const PAID_PAGE_DAYS = 7

/**
 * The outcome of a payment. `confirming`: not known yet. `checking`: awaits the agency's decision. `unpaid`: nothing was charged.
 * `cancelled`: paid, but the booking was cancelled later.
 */
const PAID_OUTCOMES = ['paid', 'confirming', 'checking', 'returned', 'unpaid', 'cancelled'] as const

/** Why a payment goes back to where it came from. */
const RETURN_REASONS = ['too_late', 'paid_twice', 'departure_cancelled', 'not_as_agreed'] as const

/**
 * Response of GET /pay/done/{token}, for someone who paid by an emailed link without signing in. It reveals nothing personal beyond what
 * the link itself would have shown.
 */
export const paidPageSchema = needing(
  z.object({
    outcome: z.enum(PAID_OUTCOMES),
    /** Only if `returned`. */
    returnReason: z.nullable(z.enum(RETURN_REASONS)),
    kind: z.enum(['tour', 'vehicle']),
    reference: z.string(),
    title: z.string(),
    startsOn: z.string(),
    /** Moves only, in the agency's time zone: "10:30". */
    startTime: z.nullable(z.string()),
    /** Tours only. */
    guests: z.nullable(z.number()),
    amount: decimalSchema,
    currency: currencySchema,
    paidAt: z.nullable(momentSchema),
    /** Whether we have an email address for the booking. */
    isEmailed: z.boolean(),
    /** Whether the emailed link can still be paid. */
    canPayAgain: z.boolean(),
    /** The deadline in words; only if it can still be paid. */
    payUntil: z.nullable(z.string()),
  }),
  'outcome',
)
export type PaidPage = z.infer<typeof paidPageSchema>
export type PaidOutcome = (typeof PAID_OUTCOMES)[number]
