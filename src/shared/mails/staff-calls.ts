import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { listMailsQuerySchema, staffMailDetailsSchema, staffMailSchema } from './staff.ts'

export const listMails = get('/staff/mails', { may: 'mails.read', query: listMailsQuerySchema, returns: z.array(staffMailSchema) })
export const getMail = get('/staff/mails/:id', { may: 'mails.read', returns: staffMailDetailsSchema })
export const resendMail = post('/staff/mails/:id/resend', { may: 'mails.resend', returns: messageResponseSchema })
