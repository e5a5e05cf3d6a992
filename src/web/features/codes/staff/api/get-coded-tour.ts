import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** What a code can be about: a tour and its extras. */
export function codedTourQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'coded-tour', id],
    queryFn: async ({ signal }) => {
      const { fields, selling } = await exactResponseOf(staffTourDetailsSchema, getJson(calls.staffTour(id), {}, { signal }))
      return { name: fields.name, extras: (selling?.extras ?? []).map((extra) => ({ id: extra.id, name: extra.name })) }
    },
    retry: false,
  })
}
