import { z } from 'zod/mini'
import { get, post, put, remove } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import {
  changeReadyAnswerBodySchema,
  closeEnquiryBodySchema,
  enquiryThreadSchema,
  listEnquiriesQuerySchema,
  newReadyAnswerBodySchema,
  readyAnswerSchema,
  replyBodySchema,
  spamEnquirySchema,
  staffEnquirySchema,
} from './staff.ts'

const answers = { may: 'enquiries.answer', returns: messageResponseSchema } as const

export const listEnquiries = get('/staff/enquiries', {
  may: 'enquiries.answer',
  query: listEnquiriesQuerySchema,
  returns: z.array(staffEnquirySchema),
})
export const getEnquiry = get('/staff/enquiries/:id', { may: 'enquiries.answer', returns: enquiryThreadSchema })
export const answerEnquiry = post('/staff/enquiries/:id/answer', answers)
export const reopenEnquiry = post('/staff/enquiries/:id/reopen', answers)
export const closeEnquiry = post('/staff/enquiries/:id/close', { ...answers, body: closeEnquiryBodySchema })
export const replyToEnquiry = post('/staff/enquiries/:id/replies', { ...answers, body: replyBodySchema })

export const listSpam = get('/staff/spam-enquiries', { may: 'enquiries.answer', returns: z.array(spamEnquirySchema) })
export const releaseSpam = post('/staff/spam-enquiries/:id/not-spam', answers)

const writes = { may: 'readyAnswers.write', returns: messageResponseSchema } as const

export const listReadyAnswers = get('/staff/ready-answers', { may: 'enquiries.answer', returns: z.array(readyAnswerSchema) })
export const addReadyAnswer = post('/staff/ready-answers', { ...writes, body: newReadyAnswerBodySchema })
export const changeReadyAnswer = put('/staff/ready-answers/:id', { ...writes, body: changeReadyAnswerBodySchema })
export const deleteReadyAnswer = remove('/staff/ready-answers/:id', writes)
