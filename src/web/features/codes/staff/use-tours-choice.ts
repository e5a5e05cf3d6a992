import { useQueryClient } from '@tanstack/react-query'
import { codedTourQuery } from './api/get-coded-tour.ts'
import { keptOptions } from './chosen-options.ts'
import type { CodeForm } from './code-values.ts'

/** Chooses the tours of a code. A tour that goes takes its options along. */
export function useToursChoice(form: CodeForm) {
  const client = useQueryClient()
  return (tourIds: string[]) => {
    const tours = tourIds.flatMap((id) => client.getQueryData(codedTourQuery(id).queryKey) ?? [])
    form.adopt(({ optionIds }) => ({ tourIds, optionIds: keptOptions(optionIds, tours) }))
  }
}
