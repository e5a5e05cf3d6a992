import { getStaffMember } from '#shared/accounts/colleague-calls.ts'
import { queryOf } from '#web/lib/ask.ts'

/** The signed-in staff member; refused for everyone else. */
export const staffMemberQuery = queryOf(getStaffMember, {}, { staleTime: Infinity })
