import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { readyAnswerSchema } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const readyAnswersQuery = queryOptions({
  queryKey: ['staff', 'ready-answers'],
  queryFn: ({ signal }) => exactResponseOf(z.array(readyAnswerSchema), getJson(calls.readyAnswers, {}, { signal })),
})
