import { calls } from '#shared/paths.ts'
import type { ChangeServiceBody } from '#shared/vehicles/staff.ts'
import { sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function changeService(id: string, body: ChangeServiceBody) {
  return sendJson('PUT', calls.staffService(id), body)
}

export function useChangeService() {
  return useSend(changeService, consoleKey('services'))
}
