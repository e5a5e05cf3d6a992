import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function setServiceActive(id: string, isActive: boolean) {
  return postJson(isActive ? calls.activateService(id) : calls.deactivateService(id))
}

export function useSetServiceActive() {
  return useSend(setServiceActive, consoleKey('services'))
}
