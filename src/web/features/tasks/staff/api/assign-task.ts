import { calls } from '#shared/paths.ts'
import type { StaffTask } from '#shared/tasks/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload, useSend } from '#web/lib/use-send.ts'

/** Assigns a task; without an email address to the current user, and with null to nobody. */
function assignTask({ id, assignee }: Pick<StaffTask, 'id' | 'assignee'>, email?: string | null) {
  return postJson(calls.assignTask(id), { ...(email !== undefined && { email }), seenAssigneeId: assignee?.id ?? null })
}

export function useAssignTask() {
  return useSend(assignTask, consoleKey('tasks'))
}

type Told = { onSuccess: () => void; onError: (error: Error) => void }

export function useTakeTask(told: Told) {
  return useGivenTask(told)
}

export function usePutBackTask(told: Told) {
  return useGivenTask(told, null)
}

function useGivenTask(told: Told, email?: null) {
  const reload = useReload(consoleKey('tasks'))
  return useCall({ mutationFn: (task: Pick<StaffTask, 'id' | 'assignee'>) => assignTask(task, email), ...told, onSettled: reload })
}
