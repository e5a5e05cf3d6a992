import { z } from 'zod/mini'
import type { BoughtLine } from '#shared/bookings/price-text.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { wordSchema } from '#shared/words.ts'
import { currencySchema } from '#shared/currency-schema.ts'
import { storable, typed } from '#shared/fields.ts'
import { refundPolicySchema } from './policies.ts'

const cents = z.number().check(z.int(), z.gte(0))

/** The figures a decision is based on, sent along for the server to compare. */
const seenFields = {
  status: z.string(),
  /** The payment that confirmed the booking; 0 if there is none. */
  paidCents: cents,
  /** Part of it returned or on its way, including outside this site. */
  returnedCents: cents,
  /** The refund if cancelled now, under the policy agreed when booking. */
  policyCents: cents,
}
const seenMoneySchema = z.object(seenFields)
export type SeenMoney = z.infer<typeof seenMoneySchema>

const boughtLineSchema = z.object({
  kind: wordSchema<BoughtLine['kind']>(),
  name: z.string(),
  quantity: z.number(),
  totalCents: z.number(),
  discountCents: z.number(),
})

/** Response of GET /staff/bookings/{id}/money: the possible refunds by cancellation or goodwill, in cents of the booking's currency. */
export const bookingMoneySchema = z.object({
  ...seenFields,
  status: wordSchema<BookingStatus>(),
  currency: currencySchema,
  totalCents: cents,
  /** Maximum that can still be refunded. */
  leftCents: cents,
  /** Part of it held by an open dispute, which has to wait for its end; absent for nothing. */
  disputedCents: z.optional(cents),
  tier: z.enum(['full', 'partial', 'none']),
  daysLeft: z.number(),
  policy: refundPolicySchema,
  /** What disputes mean for the payment as a whole: `open` while one holds a part of it, `lost` once they have left nothing of it. */
  dispute: z.enum(['none', 'open', 'lost']),
  /** What was bought of a tour with options; `discountCents` is the part of the discounts that falls on a line, 0 or less. */
  lines: z.optional(z.array(boughtLineSchema)),
})
export type BookingMoney = z.infer<typeof bookingMoneySchema>
export type ReadMoney = z.input<typeof bookingMoneySchema>

const NOT_AN_AMOUNT = 'The amount must be a whole number of cents'
const amountCents = z.number(NOT_AN_AMOUNT).check(z.int(NOT_AN_AMOUNT), z.gte(0, 'The amount cannot be negative'))

const reason = z
  .string('Please enter a reason')
  .check(typed, z.minLength(1, 'Please enter a reason'), z.maxLength(1000, 'Reason must be at most 1,000 characters'), storable)

/** Body of POST /staff/bookings/{id}/cancel. Without `amountCents` the policy decides. The customer reads the reason. */
export const cancelBookingBodySchema = z.object({ reason, amountCents: z.optional(amountCents), seen: seenMoneySchema })
export type CancelBookingBody = z.infer<typeof cancelBookingBodySchema>

/** Body of POST /staff/bookings/{id}/refund: goodwill. The customer reads the reason. */
export const refundBookingBodySchema = z.object({
  reason,
  amountCents: amountCents.check(z.gte(1, 'Please enter an amount')),
  seen: seenMoneySchema,
})
export type RefundBookingBody = z.infer<typeof refundBookingBodySchema>

/** Response of both: the figures after the change. */
export const moneyResponseSchema = z.object({ message: z.string(), money: bookingMoneySchema })
