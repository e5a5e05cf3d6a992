import { z } from 'zod/mini'
import { currencySchema } from '#shared/currency-schema.ts'
import { needing } from '#shared/lenient.ts'
import { decimalSchema, momentSchema } from '#shared/response-fields.ts'

/** So long the page works for which a payment link has been paid, from the opening of its card page. */
export const PAID_PAGE_DAYS = 7

/**
 * What became of a payment. `confirming`: nobody knows yet. `checking`: the agency decides. `unpaid`: nothing was charged.
 * `cancelled`: paid, and the booking has been cancelled since.
 */
const PAID_OUTCOMES = ['paid', 'confirming', 'checking', 'returned', 'unpaid', 'cancelled'] as const

/** Why a payment goes back to where it came from. */
const RETURN_REASONS = ['too_late', 'paid_twice', 'departure_cancelled', 'not_as_agreed'] as const

/**
 * What somebody who has paid by a mailed link is shown without signing in (GET /pay/done/{token}): nothing about the person that the
 * link itself would not have shown.
 */
export const paidPageSchema = needing(
  z.object({
    outcome: z.enum(PAID_OUTCOMES),
    /** Only of what is `returned`. */
    returnReason: z.nullable(z.enum(RETURN_REASONS)),
    kind: z.enum(['tour', 'vehicle']),
    reference: z.string(),
    title: z.string(),
    startsOn: z.string(),
    /** Of a move, by the agency's clocks: "10:30". */
    startTime: z.nullable(z.string()),
    /** Of a tour. */
    guests: z.nullable(z.number()),
    amount: decimalSchema,
    currency: currencySchema,
    paidAt: z.nullable(momentSchema),
    /** Whether we have an address to write to about the booking. */
    isEmailed: z.boolean(),
    /** Whether the link in the email can still be paid. */
    canPayAgain: z.boolean(),
  }),
  'outcome',
)
export type PaidPage = z.infer<typeof paidPageSchema>
export type PaidOutcome = (typeof PAID_OUTCOMES)[number]
