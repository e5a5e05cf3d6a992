import { get } from '#shared/contract.ts'
import { colleaguesSchema, ownStaffMemberSchema } from './colleagues.ts'

export const getStaffMember = get('/staff/me', { may: 'console.open', returns: ownStaffMemberSchema })
export const listColleagues = get('/staff/colleagues', { may: 'console.open', returns: colleaguesSchema })
