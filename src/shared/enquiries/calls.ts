import { post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { enquiryBodySchema } from './public.ts'

/** The contact page’s form, beyond specification §7. The same key with the same content sends one email. */
export const sendEnquiry = post('/enquiries', { may: 'open', body: enquiryBodySchema, returns: messageResponseSchema, status: 201 })
