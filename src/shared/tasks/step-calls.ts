import { post, type Call } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { disownPaymentBodySchema, settleRefundBodySchema, takeUpPaymentBodySchema, type TaskStep } from './staff.ts'

const terms = { may: 'tasks.settle', returns: messageResponseSchema } as const

/** The call of each step of a task. */
export const taskSteps = {
  confirm: post('/staff/tasks/:id/confirm', terms),
  refund: post('/staff/tasks/:id/refund', terms),
  retry: post('/staff/tasks/:id/retry', terms),
  settle: post('/staff/tasks/:id/settle', { ...terms, body: settleRefundBodySchema }),
  keep: post('/staff/tasks/:id/keep-booking', terms),
  withdraw: post('/staff/tasks/:id/cancel-booking', terms),
  takeUp: post('/staff/tasks/:id/take-up', { ...terms, body: takeUpPaymentBodySchema }),
  disown: post('/staff/tasks/:id/disown', { ...terms, body: disownPaymentBodySchema }),
  payBack: post('/staff/tasks/:id/paid-back', { ...terms, body: settleRefundBodySchema }),
  sameRefund: post('/staff/tasks/:id/same-refund', terms),
  otherRefund: post('/staff/tasks/:id/other-refund', terms),
} satisfies Record<TaskStep, Call>
