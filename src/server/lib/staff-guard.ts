import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'

/**
 * Lets only staff use the routes of a scope, before any body is read: 401 when signed out, 403 for customers (decisions,
 * "Beyond the specification"). The role is read from the database each time, so that losing it takes effect at once.
 */
export function addStaffGuard(scope: FastifyInstance, { auth, db }: Pick<Deps, 'auth' | 'db'>): void {
  scope.addHook('onRequest', async (request) => {
    const { userId } = auth.require(request)
    const person = await db.selectFrom('users').select('role').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
    if (!person) throw new AppError('unauthenticated', 'Please log in to continue.')
    if (person.role === 'customer') throw new AppError('forbidden', 'Only our staff may do this.')
  })
}
