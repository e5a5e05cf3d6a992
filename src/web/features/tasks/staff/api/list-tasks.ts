import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffTaskSchema } from '#shared/tasks/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getPage } from '#web/lib/http.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Open tasks in pages, oldest first. */
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
