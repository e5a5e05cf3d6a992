import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { get, post } from '#shared/contract.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { assignTaskBodySchema, closeTaskBodySchema, staffTaskSchema } from './staff.ts'

export const listTasks = get('/staff/tasks', { may: 'tasks.read', query: pageQuerySchema, returns: z.array(staffTaskSchema) })
export const assignTask = post('/staff/tasks/:id/assign', {
  may: 'tasks.assign',
  body: assignTaskBodySchema,
  returns: messageResponseSchema,
})
export const closeTask = post('/staff/tasks/:id/close', { may: 'tasks.close', body: closeTaskBodySchema, returns: messageResponseSchema })
