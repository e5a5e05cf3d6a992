import { z } from 'zod/mini'
import { ROLES } from './accounts.ts'
import { pageQuerySchema } from './list-pages.ts'

/** Query of GET /staff/people: a page of all accounts, the newest first, or of those that fit. */
export const listPeopleQuerySchema = z.extend(pageQuerySchema, {
  who: z.optional(z.enum(['staff', 'travellers', 'disabled'], 'There is no such group')),
  /** Part of a name or an email address. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(254, 'That is too long to look for'))),
})
export type ListPeopleQuery = z.infer<typeof listPeopleQuerySchema>

/** Body of POST /staff/people/{id}/role. */
export const changeRoleBodySchema = z.object({ role: z.enum(ROLES, 'There is no such role') })

/** An account as administrators see it. */
export const staffPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** ISO moments. */
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Whether somebody who works here has set up what that needs; true for travellers. */
  isReady: z.boolean(),
})
export type StaffPerson = z.infer<typeof staffPersonSchema>
