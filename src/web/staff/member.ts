import { createContext, useContext } from 'react'
import { dayIn, type Day } from '#shared/dates.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import type { StaffMember } from '#shared/accounts/colleagues.ts'

export const MemberContext = createContext<StaffMember | undefined>(undefined)

/** Returns who is signed in to the console. */
export function useMember(): StaffMember {
  const member = useContext(MemberContext)
  if (!member) throw new Error('This is shown inside the console only.')
  return member
}

/** Returns a function that says what the role of whoever is signed in to the console includes. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useMember()
  return (permission) => may(role, permission)
}

/** Returns the agency's time zone; the visitor's own where the server does not tell it. */
export function useAgencyZone(): string {
  return useMember().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the agency's today: who works far from it may have another one. */
export function useAgencyToday(): Day {
  return dayIn(useAgencyZone(), new Date())
}
