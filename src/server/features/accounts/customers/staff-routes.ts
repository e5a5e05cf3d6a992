import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { customerSchema, findCustomersQuerySchema } from '#shared/reservations.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { findCustomers } from './queries.ts'

/** Finding somebody to book for, for all staff. The guard of the scope has let only them in. */
export function customerRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.staffCustomers,
    { schema: { querystring: findCustomersQuerySchema, response: { 200: z.array(customerSchema) } } },
    async (request) => findCustomers(db, request.query.search),
  )
}
