import { z } from 'zod/mini'
import { ROLES, type Role } from './accounts.ts'
import { needing } from './lenient.ts'

/** Response of GET /staff/me: who is signed in to the console, by the role that the account has now. */
export const staffMemberSchema = needing(
  z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
  'id',
  'role',
)
export type StaffMember = z.infer<typeof staffMemberSchema>

/** Response of GET /staff/colleagues: everybody who works here and can sign in, by name. */
export const colleaguesSchema = z.array(staffMemberSchema)

/**
 * Returns whether a role includes what moves money, and the audit (decisions, "Beyond the specification"). Staff answer quotes at
 * the estimate, and neither refund nor change prices.
 */
export function isInCharge(role: Role): boolean {
  return role !== 'customer' && role !== 'staff'
}
