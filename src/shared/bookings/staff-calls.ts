import { z } from 'zod/mini'
import { post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { bookingNoteSchema, correctAddressBodySchema, writeNoteBodySchema } from './staff.ts'

/** Returns all notes of the booking. */
export const writeNote = post('/staff/bookings/:id/notes', {
  may: 'bookings.note',
  body: writeNoteBodySchema,
  returns: z.array(bookingNoteSchema),
})
/** Takes effect once the customer has followed the link. */
export const correctAddress = post('/staff/bookings/:id/address', {
  may: 'bookings.contact',
  body: correctAddressBodySchema,
  returns: messageResponseSchema,
})
