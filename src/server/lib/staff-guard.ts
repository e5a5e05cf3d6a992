import type { FastifyInstance } from 'fastify'
import type { Role } from '#shared/accounts.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { requireSession } from './session-guard.ts'

/**
 * Lets only staff use the routes of a scope, before any body is read: 401 when signed out, 403 for customers (decisions,
 * "Beyond the specification"). The role is read from the database each time, so that losing it takes effect at once. `roles`: those of the
 * staff who may; all, unless some are named.
 */
export function addStaffGuard(scope: FastifyInstance, deps: Pick<Deps, 'auth' | 'db' | 'now'>, roles?: readonly Role[]): void {
  scope.addHook('onRequest', async (request) => {
    const role = await requireSession(request, deps)
    if (role === 'customer') throw new AppError('forbidden', 'Only our staff may do this.')
    if (roles && !roles.includes(role)) throw new AppError('forbidden', 'Your role does not allow this.')
  })
}
