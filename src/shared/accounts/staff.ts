import { z } from 'zod/mini'
import { typed } from '#shared/fields.ts'
import { emailSchema, nameSchema, ROLES, type Role } from './public.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { wordSchema } from '#shared/words.ts'

/** What each role is called. */
export const ROLE_NAMES: Record<Role, string> = { customer: 'Traveller', staff: 'Staff', manager: 'Manager', admin: 'Administrator' }

/** So many accounts are counted for a page of them; the response says nothing of more. */
export const MAX_COUNTED_PEOPLE = 10_000

/** Query of GET /staff/people: a page of all accounts, the newest first, or of those that fit. */
export const listPeopleQuerySchema = z.extend(pageQuerySchema, {
  who: z.optional(z.enum(['staff', 'travellers', 'disabled'], 'There is no such group')),
  role: z.optional(z.enum(ROLES, 'There is no such role')),
  /** Part of a name, an email address or a telephone number. */
  search: z.optional(z.string().check(typed, z.maxLength(254, 'That search is too long'))),
})
export type ListPeopleQuery = z.infer<typeof listPeopleQuerySchema>

/** Body of POST /staff/people/{id}/role. `seenRole`: the role that it replaces; without it whatever the role is by then. */
export const changeRoleBodySchema = z.object({ role: z.enum(ROLES, 'There is no such role'), seenRole: z.optional(z.enum(ROLES)) })
export type ChangeRoleBody = z.infer<typeof changeRoleBodySchema>

/** Body of POST /staff/invitations: a new account for somebody who works here. */
export const invitePersonBodySchema = z.object({
  name: nameSchema,
  email: emailSchema,
  role: z.enum(['staff', 'manager', 'admin'], 'Please choose a role'),
})
export type InvitePersonBody = z.infer<typeof invitePersonBodySchema>

/** Response of POST /staff/invitations. */
export const invitedPersonSchema = z.object({ id: z.string() })

/** An account as administrators see it. */
export const staffPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for somebody who has only a telephone. */
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** ISO moments. */
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Without one nobody can sign in: an emailed link sets it. */
  hasPassword: z.boolean(),
  /** Whether somebody who works here has set up what that needs; true for travellers. */
  isReady: z.boolean(),
})
export type StaffPerson = z.infer<typeof staffPersonSchema>

/** What administrators do about an account, in the order of the buttons. */
export const PERSON_ACTIONS = ['invite', 'role', 'reset', 'enable', 'disable'] as const
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** Response of GET /staff/people/{id}. */
export const staffPersonDetailsSchema = z.extend(staffPersonSchema, {
  phone: z.nullable(shownPhoneSchema),
  /** Devices that are signed in. */
  sessions: z.number(),
  passkeys: z.number(),
  /** Until when the link of an invitation works; null where none does. */
  invitedUntil: z.nullable(z.string()),
  /** Whether everybody who tries the demo shares it: nobody changes it here. */
  isShared: z.boolean(),
  /** Whether nobody could appoint another administrator without this one. */
  isLastAdministrator: z.boolean(),
  /** What whoever asks can do about it now. */
  actions: z.optional(z.array(wordSchema<PersonAction>())),
})
export type StaffPersonDetails = z.infer<typeof staffPersonDetailsSchema>
export type ReadPersonDetails = z.input<typeof staffPersonDetailsSchema>
