import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffFiguresSchema, type FigureDays } from '#shared/desk/figures.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

export function figuresQuery(days: FigureDays) {
  return queryOptions({
    queryKey: ['staff', 'figures', days],
    queryFn: ({ signal }) => exactResponseOf(staffFiguresSchema, getJson(calls.staffFigures, { days }, { signal })),
    placeholderData: keepPreviousData,
  })
}
