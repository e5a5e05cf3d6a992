import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** What a code can be about: a tour, its options and its extras. */
export function codedTourQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'coded-tour', id],
    queryFn: async ({ signal }) => {
      const { fields, selling } = await exactResponseOf(staffTourDetailsSchema, getJson(calls.staffTour(id), {}, { signal }))
      const named = (all: readonly { id: string; name: string }[] | undefined) =>
        (all ?? []).map(({ id: each, name }) => ({ id: each, name }))
      return { name: fields.name, options: named(selling?.options), extras: named(selling?.extras) }
    },
    retry: false,
  })
}
