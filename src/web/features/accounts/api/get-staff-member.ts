import { queryOptions } from '@tanstack/react-query'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import { ownStaffMemberSchema } from '#shared/accounts/colleagues.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** The signed-in staff member; refused for everyone else. */
export const staffMemberQuery = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: ({ signal }) => exactResponseOf(ownStaffMemberSchema, getJson(colleagueCalls.getStaffMember.path, {}, { signal })),
  staleTime: Infinity,
})
