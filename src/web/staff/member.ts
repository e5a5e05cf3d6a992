import { createContext, useContext } from 'react'
import type { StaffMember } from '#shared/staff.ts'

export const MemberContext = createContext<StaffMember | undefined>(undefined)

/** Returns who is signed in to the console. */
export function useMember(): StaffMember {
  const member = useContext(MemberContext)
  if (!member) throw new Error('This is shown inside the console only.')
  return member
}
