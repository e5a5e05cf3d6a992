import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { customerSchema, findCustomersQuerySchema } from '#shared/reservations/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { findCustomers } from './queries.ts'

export function customerRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.staffCustomers,
    {
      config: { permission: 'customers.find' },
      schema: { querystring: findCustomersQuerySchema, response: { 200: z.array(customerSchema) } },
    },
    async (request) => findCustomers(db, request.query.search),
  )
}
