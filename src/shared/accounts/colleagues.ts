import { z } from 'zod/mini'
import { ROLES } from './public.ts'
import { needing } from '#shared/lenient.ts'

/** Somebody who works here, by the role that the account has now. */
const staffMemberSchema = needing(z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }), 'id', 'role')

/** Response of GET /staff/me: who is signed in to the console, and on whose clocks the agency's days begin and end. */
export const ownStaffMemberSchema = z.extend(staffMemberSchema, { timeZone: z.optional(z.string()) })
export type StaffMember = z.infer<typeof ownStaffMemberSchema>

/** Response of GET /staff/colleagues: everybody who works here and can sign in, by name. */
export const colleaguesSchema = z.array(staffMemberSchema)
