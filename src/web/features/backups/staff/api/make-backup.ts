import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'

type Told = { onSuccess: () => void; onError: (error: Error) => void }

export function useMakeBackup(told: Told) {
  return useCall({ mutationFn: async () => postJson(calls.staffBackups, {}), ...told })
}
