import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import {
  approveQuoteBodySchema,
  declineQuoteBodySchema,
  listQuotesQuerySchema,
  staffQuoteDetailsSchema,
  staffQuoteSchema,
} from './staff.ts'

/** The number of all that fit is in a header. */
export const listQuotes = get('/staff/quotes', { may: 'quotes.read', query: listQuotesQuerySchema, returns: z.array(staffQuoteSchema) })
/** `id` is an id or a reference. */
export const getQuote = get('/staff/quotes/:id', { may: 'quotes.read', returns: staffQuoteDetailsSchema })

const answers = { may: 'quotes.answer', returns: messageResponseSchema } as const

/** At another price than the estimate only with `quotes.reprice`. */
export const approveQuote = post('/staff/quotes/:id/approve', { ...answers, body: approveQuoteBodySchema })
export const declineQuote = post('/staff/quotes/:id/decline', { ...answers, body: declineQuoteBodySchema })
export const resendQuote = post('/staff/quotes/:id/resend', answers)
