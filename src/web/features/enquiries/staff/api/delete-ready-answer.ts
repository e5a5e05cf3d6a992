import type { ReadyAnswer } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { readyAnswersQuery } from './list-ready-answers.ts'

function deleteReadyAnswer(id: string) {
  return sendJson('DELETE', calls.readyAnswer(id))
}

type Told = { onSuccess: (nothing: unknown, answer: ReadyAnswer) => void; onError: (error: Error) => void; onSettled: () => void }

export function useDeleteReadyAnswer(told: Told) {
  const reload = useReload(readyAnswersQuery.queryKey)
  return useCall({
    mutationFn: async ({ id }: ReadyAnswer) => deleteReadyAnswer(id),
    ...told,
    onSettled: () => {
      told.onSettled()
      void reload()
    },
  })
}
