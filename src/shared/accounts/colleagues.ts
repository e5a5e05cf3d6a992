import { z } from 'zod/mini'
import { ROLES } from './public.ts'
import { needing } from '#shared/lenient.ts'

const staffMemberSchema = needing(z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }), 'id', 'role')

/** Response of GET /staff/me: the signed-in member, and the time zone in which the agency's days begin and end. */
export const ownStaffMemberSchema = z.extend(staffMemberSchema, { timeZone: z.optional(z.string()) })
export type StaffMember = z.infer<typeof ownStaffMemberSchema>

/** Response of GET /staff/colleagues: all staff who can sign in, by name. */
export const colleaguesSchema = z.array(staffMemberSchema)
