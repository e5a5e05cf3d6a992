import { createContext, useContext } from 'react'
import { dayIn, type Day } from '#shared/dates.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'
import { serverNow } from '#web/lib/server-clock.ts'

export const MemberContext = createContext<StaffMember | undefined>(undefined)

export function useMember(): StaffMember {
  const member = useContext(MemberContext)
  if (!member) throw new Error('This is shown inside the console only.')
  return member
}

/** Returns a function that checks a permission of the signed-in member. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useMember()
  return (permission) => may(role, permission)
}

/** The agency's time zone, or the visitor's if the server does not send it. */
export function useAgencyZone(): string {
  return useMember().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Today in the agency's time zone, which may differ from the user's. */
export function useAgencyToday(): Day {
  return dayIn(useAgencyZone(), serverNow())
}
