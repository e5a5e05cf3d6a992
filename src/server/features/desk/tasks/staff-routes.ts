import { z } from 'zod/mini'
import { formatProviderMoney } from '#shared/money.ts'
import { pageQuerySchema, TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import { staffTaskSchema } from '#shared/tasks/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { findOwedAfterOutside } from '#server/features/cancellations/queries.ts'
import { asTaskId, countOpenTasks } from '#server/features/tasks/queries.ts'
import { findTask, listOpenTasks, toStaffTask, type TaskRow } from './queries.ts'

export function taskListRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    calls.staffTasks,
    { config: { permission: 'tasks.read' }, schema: { querystring: pageQuerySchema, response: { 200: z.array(staffTaskSchema) } } },
    async (request, reply) => {
      const { limit, before } = request.query
      const last = before === undefined ? undefined : await findTask(db, asTaskId(before))
      if (before !== undefined && !last) throw notFound('Task')
      reply.header(TOTAL_COUNT, await countOpenTasks(db))
      return Promise.all(
        (await listOpenTasks(db, limit, last)).map(async (row) => ({ ...toStaffTask(row), ...(await findOwed(deps, row)) })),
      )
    },
  )
}

async function findOwed(deps: Deps, { kind, booking_id: bookingId, booking_currency: currency }: TaskRow): Promise<{ owed?: string }> {
  if (kind !== 'external_refund' || bookingId === null) return {}
  const cents = await findOwedAfterOutside(deps, bookingId)
  return !cents ? {} : { owed: formatProviderMoney(cents, currency ?? '') }
}
