import { z } from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Offer } from './compute.ts'
import { offerSchema, type WireOffer } from './offer-schema.ts'
import { timeSchema } from './time-schema.ts'

const idSchema = z.string().check(z.maxLength(40))
const countSchema = z
  .number('This must be a whole number')
  .check(z.int('This must be a whole number'), z.gte(0, 'This can’t be negative'), z.lte(1000, 'That’s too many'))
const countsSchema = z.record(idSchema, countSchema).check(z.refine((counts) => Object.keys(counts).length <= 40, 'That’s too many'))

/** What someone chooses of a tour beyond the specified fields; all absent for a tour with one price. */
export const choiceFields = {
  optionId: z.optional(idSchema),
  startTime: z.optional(timeSchema),
  /** How many of each unit, by id. */
  units: z.optional(countsSchema),
  /** How many of each extra, by id; the required ones come of themselves. */
  extras: z.optional(countsSchema),
  code: z.optional(z.string().check(z.maxLength(64), z.overwrite(writtenCode))),
}

/** Body of POST /offers, beyond specification §7. Nothing is held. */
export const askOfferBodySchema = z.object({ tourId: z.string().check(z.maxLength(100)), date: daySchema, ...choiceFields })
export type AskOfferBody = z.infer<typeof askOfferBodySchema>

export const offerResponseSchema = z.object({ data: offerSchema })

export function toWireOffer({ lines, totalCents }: Pick<Offer, 'lines' | 'totalCents'>, currency: Currency): WireOffer {
  return {
    lines: lines.map(({ kind, name, quantity, unitPriceCents, totalCents: cents, rule }) => ({
      kind,
      name,
      quantity,
      unitPrice: centsToDecimal(unitPriceCents),
      total: centsToDecimal(cents),
      rule,
    })),
    total: centsToDecimal(totalCents),
    currency,
  }
}
