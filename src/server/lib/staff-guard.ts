import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStaffRole, type Role } from '#shared/accounts.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { requireSession } from './session-guard.ts'
import { findStaffSetup } from './staff-setup.ts'

const admitted = new WeakMap<FastifyRequest, Role>()

/**
 * Lets only staff use the routes of a scope, before any body is read: 401 when signed out, 403 for customers (decisions,
 * "Beyond the specification"), for staff who have something to set up first, and for those whose role is not among `roles`. The role
 * is read from the database each time, so that losing it takes effect at once.
 */
export function addStaffGuard(
  scope: FastifyInstance,
  deps: Pick<Deps, 'auth' | 'config' | 'db' | 'now'>,
  roles?: readonly [Role, ...Role[]],
): void {
  scope.addHook('onRequest', async (request) => {
    const role = await requireSession(request, deps)
    if (!isStaffRole(role)) throw new AppError('forbidden', 'Only our staff may do this.')
    const { due } = await findStaffSetup(deps, deps.auth.require(request).userId)
    if (due.length > 0)
      throw new AppError('staff_setup_required', 'Please set up your sign-in first: open Settings, then Sign-in security.')
    if (roles && !roles.includes(role)) throw new AppError('forbidden', 'Your role does not include this.')
    admitted.set(request, role)
  })
}

/** Returns the role of whoever the guard has let in. */
export function staffRoleOf(request: FastifyRequest): Role {
  const role = admitted.get(request)
  if (!role) throw new Error('This route is not behind addStaffGuard.')
  return role
}
