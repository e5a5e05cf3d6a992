import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function closeTask(id: string, outcome: string) {
  return postJson(calls.closeTask(id), { outcome })
}

export function useCloseTask() {
  return useSend(closeTask, consoleKey('tasks'))
}
