import { z } from 'zod/mini'
import { get, post } from '#shared/contract.ts'
import { customerSchema, findCustomersQuerySchema } from '#shared/reservations/staff.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { addEmailBodySchema, correctNameBodySchema } from './customer-care.ts'
import {
  changeRoleBodySchema,
  invitedPersonSchema,
  invitePersonBodySchema,
  listPeopleQuerySchema,
  staffPersonDetailsSchema,
  staffPersonSchema,
} from './staff.ts'

export const listPeople = get('/staff/people', { may: 'people.read', query: listPeopleQuerySchema, returns: z.array(staffPersonSchema) })
export const getPerson = get('/staff/people/:id', { may: 'people.read', returns: staffPersonDetailsSchema })
export const invitePerson = post('/staff/invitations', {
  may: 'people.invite',
  body: invitePersonBodySchema,
  returns: invitedPersonSchema,
  status: 201,
})
export const inviteAgain = post('/staff/people/:id/invite', { may: 'people.invite', returns: messageResponseSchema })
export const changeRole = post('/staff/people/:id/role', {
  may: 'people.changeRole',
  body: changeRoleBodySchema,
  returns: messageResponseSchema,
})
export const disableAccount = post('/staff/people/:id/disable', { may: 'people.disable', returns: messageResponseSchema })
export const enableAccount = post('/staff/people/:id/enable', { may: 'people.disable', returns: messageResponseSchema })
export const resetFactor = post('/staff/people/:id/reset-factor', { may: 'people.resetFactor', returns: messageResponseSchema })

export const findCustomers = get('/staff/customers', {
  may: 'customers.find',
  query: findCustomersQuerySchema,
  returns: z.array(customerSchema),
})
export const correctName = post('/staff/customers/:id/name', {
  may: 'customers.correct',
  body: correctNameBodySchema,
  returns: messageResponseSchema,
})
export const addEmail = post('/staff/customers/:id/email', {
  may: 'customers.correct',
  body: addEmailBodySchema,
  returns: messageResponseSchema,
})
export const sendCustomerLink = post('/staff/customers/:id/link', { may: 'customers.correct', returns: messageResponseSchema })
