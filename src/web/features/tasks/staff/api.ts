import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { colleaguesSchema } from '#shared/staff.ts'
import { staffTaskSchema, type StaffTask, type TaskStep } from '#shared/tasks.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, getPage, postJson } from '#web/lib/http.ts'
import { asksForReference } from './task-texts.ts'

const PAGE = 50
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** The open tasks in pages, the oldest first. */
export const tasksQuery = infiniteQueryOptions({
  queryKey: ['staff', 'tasks'],
  queryFn: async ({ signal, pageParam }) => {
    const query = { limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
    const { body, total = 0 } = await getPage(calls.staffTasks, query, { signal })
    return { tasks: await exactResponseOf(z.array(staffTaskSchema), Promise.resolve(body)), total }
  },
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ tasks, total }, pages) => {
    const loaded = pages.reduce((sum, page) => sum + page.tasks.length, 0)
    return loaded < total ? tasks.at(-1)?.id : undefined
  },
  refetchOnWindowFocus: true,
})

/** Those to whom a task can be given. */
export const colleaguesQuery = queryOptions({
  queryKey: ['staff', 'colleagues'],
  queryFn: ({ signal }) => exactResponseOf(colleaguesSchema, getJson(calls.staffColleagues, {}, { signal })),
})

/** Gives a task to one of the staff; without an email address to whoever asks. */
export function assignTask({ id, assignee }: Pick<StaffTask, 'id' | 'assignee'>, email?: string) {
  return postJson(calls.assignTask(id), { ...(email !== undefined && { email }), seenAssigneeId: assignee?.id ?? null })
}

export function closeTask(id: string, outcome: string) {
  return postJson(calls.closeTask(id), { outcome })
}

const STEP_CALLS: Record<TaskStep, (taskId: string) => string> = {
  confirm: calls.confirmPayment,
  refund: calls.returnPayment,
  retry: calls.retryRefund,
  settle: calls.settleRefund,
  keep: calls.keepBooking,
  withdraw: calls.withdrawBooking,
  takeUp: calls.takeUpPayment,
  disown: calls.disownPayment,
  payBack: calls.payBack,
}

/** Does what moves money or decides about a booking. `reference`: for the steps that ask for one. */
export function takeStep(id: string, step: TaskStep, reference = '') {
  return postJson(STEP_CALLS[step](id), asksForReference(step) ? { reference } : {})
}
