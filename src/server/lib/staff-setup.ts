import { isStaffRole, type Role, type SetupStep } from '#shared/accounts/public.ts'
import type { Deps } from './deps.ts'
import { isOpenDemo } from './demo-accounts.ts'

/** Returns whether an account must have a second factor. */
export function isFactorCompulsory({ NODE_ENV }: Pick<Deps['config'], 'NODE_ENV'>, role: Role): boolean {
  return NODE_ENV === 'production' && isStaffRole(role)
}

export async function findStaffSetup(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  userId: string,
): Promise<{ isStaff: boolean; due: SetupStep[] }> {
  const person = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['role', 'has_staff_password', 'confirmed_at'])
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!person) return { isStaff: false, due: [] }
  return { isStaff: isStaffRole(person.role), due: dueSetupOf(config, { ...person, id: userId }) }
}

interface SetUp {
  id: string
  role: Role
  has_staff_password: boolean
  confirmed_at: Date | null
}

/** Returns what is left to set up: nothing for travellers, nor for the demo outside production. */
export function dueSetupOf(config: Pick<Deps['config'], 'NODE_ENV'>, person: SetUp): SetupStep[] {
  if (!isStaffRole(person.role) || isOpenDemo(config, person.id)) return []
  const isFactorDue = person.confirmed_at === null && isFactorCompulsory(config, person.role)
  return [...(person.has_staff_password ? [] : ['password' as const]), ...(isFactorDue ? ['second_factor' as const] : [])]
}
