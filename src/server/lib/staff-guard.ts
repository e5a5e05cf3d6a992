import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStaffRole, type Role } from '#shared/accounts/public.ts'
import { FRESHLY_PROVEN, may, type Permission } from '#shared/accounts/permissions.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { guardTwice, requireSession } from './session-guard.ts'
import { findStaffSetup } from './staff-setup.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `addStaffGuard` refuses to start a site with a staff route that names none. */
    permission?: Permission
  }
}

type Guarded = Pick<Deps, 'auth' | 'config' | 'db' | 'now'>

const admitted = new WeakMap<FastifyRequest, Role>()

/**
 * Admits only users whose role includes the route's permission: 401 when signed out, 403 for customers, for staff with something still to
 * set up, and for too low a role. The role is read from the database each time, so that losing it takes effect at once.
 */
export function addStaffGuard(scope: FastifyInstance, deps: Guarded): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.permission)
      throw new Error(`${[method].flat().join(', ')} ${url} names no permission of src/shared/accounts/permissions.ts.`)
  })
  guardTwice(scope, async (request) => void admitted.set(request, await admit(request, deps)))
}

async function admit(request: FastifyRequest, deps: Guarded): Promise<Role> {
  const role = await requireSession(request, deps)
  if (!isStaffRole(role)) throw new AppError('forbidden', 'Only our staff can do this.')
  const { due } = await findStaffSetup(deps, deps.auth.require(request).userId)
  if (due.length > 0) throw new AppError('staff_setup_required', 'Please set up your sign-in first: open Settings, then Sign-in security.')
  const { permission } = request.routeOptions.config
  if (permission && !may(role, permission)) throw new AppError('forbidden', 'Your role doesn’t allow this.')
  if (permission && FRESHLY_PROVEN.includes(permission)) await requireFreshProof(request, deps)
  return role
}

export function staffRoleOf(request: FastifyRequest): Role {
  const role = admitted.get(request)
  if (!role) throw new Error('This route is not behind addStaffGuard.')
  return role
}
