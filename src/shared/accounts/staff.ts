import { z } from 'zod/mini'
import { typed } from '#shared/fields.ts'
import { emailSchema, nameSchema, ROLES, type Role } from './public.ts'
import { pageQuerySchema } from '#shared/list-pages.ts'
import { shownPhoneSchema } from '#shared/shown-phones.ts'
import { wordSchema } from '#shared/words.ts'

export const ROLE_NAMES: Record<Role, string> = { customer: 'Traveller', staff: 'Staff', manager: 'Manager', admin: 'Administrator' }

/** Lists longer than this are not counted, and the response has no total. */
export const MAX_COUNTED_PEOPLE = 10_000

/** Query of GET /staff/people: a page of all or matching accounts, newest first. */
export const listPeopleQuerySchema = z.extend(pageQuerySchema, {
  who: z.optional(z.enum(['staff', 'travellers', 'disabled'], 'Unknown group')),
  role: z.optional(z.enum(ROLES, 'Unknown role')),
  /** Part of a name, an email address or a phone number. */
  search: z.optional(z.string().check(typed, z.maxLength(254, 'That search is too long'))),
})
export type ListPeopleQuery = z.infer<typeof listPeopleQuerySchema>

/** Body of POST /staff/people/{id}/role. Refused unless `seenRole`, if given, is still the current role. */
export const changeRoleBodySchema = z.object({ role: z.enum(ROLES, 'Unknown role'), seenRole: z.optional(z.enum(ROLES)) })
export type ChangeRoleBody = z.infer<typeof changeRoleBodySchema>

/** Body of POST /staff/invitations, which creates an account for a new staff member. */
export const invitePersonBodySchema = z.object({
  name: nameSchema,
  email: emailSchema,
  role: z.enum(['staff', 'manager', 'admin'], 'Please choose a role'),
})
export type InvitePersonBody = z.infer<typeof invitePersonBodySchema>

/** Response of POST /staff/invitations. */
/** Response of POST /staff/invitations. */
export const invitedPersonSchema = z.object({ id: z.string() })

export const staffPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a customer without an email address. */
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Without a password no one can sign in; it is set through an emailed link. */
  hasPassword: z.boolean(),
  /** Whether a staff member's sign-in is set up; always true for travellers. */
  isReady: z.boolean(),
})
export type StaffPerson = z.infer<typeof staffPersonSchema>

/** Administrators' actions on an account, in the order of the buttons. */
export const PERSON_ACTIONS = ['invite', 'role', 'reset', 'enable', 'disable'] as const
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** Response of GET /staff/people/{id}. */
export const staffPersonDetailsSchema = z.extend(staffPersonSchema, {
  phone: z.nullable(shownPhoneSchema),
  sessions: z.number(),
  passkeys: z.number(),
  /** When the invitation's link expires; null if no link is valid. */
  invitedUntil: z.nullable(z.string()),
  /** Whether it is a shared demo account, which no one may change here. */
  isShared: z.boolean(),
  /** Whether no other administrator exists who could appoint one. */
  isLastAdministrator: z.boolean(),
  /** Actions currently available to the requester. */
  actions: z.optional(z.array(wordSchema<PersonAction>())),
})
export type StaffPersonDetails = z.infer<typeof staffPersonDetailsSchema>
export type ReadPersonDetails = z.input<typeof staffPersonDetailsSchema>
