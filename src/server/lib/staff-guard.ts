import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'

/**
 * Lets only the staff into every route of a scope: 401 signed out, 403 for customers (decisions, "Beyond the
 * specification"). The role is read from the database each time: who has lost it is out at once. Before the body is read.
 */
export function addStaffGuard(scope: FastifyInstance, { auth, db }: Pick<Deps, 'auth' | 'db'>): void {
  scope.addHook('onRequest', async (request) => {
    const { userId } = auth.require(request)
    const person = await db.selectFrom('users').select('role').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
    if (!person) throw new AppError('unauthenticated', 'Please log in to continue.')
    if (person.role === 'customer') throw new AppError('forbidden', 'Only our staff may do this.')
  })
}
