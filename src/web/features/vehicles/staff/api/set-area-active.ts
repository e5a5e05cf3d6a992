import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function setAreaActive(code: string, isActive: boolean) {
  return postJson(isActive ? calls.activateArea(code) : calls.deactivateArea(code))
}

export function useSetAreaActive() {
  return useSend(setAreaActive, consoleKey('coverage'))
}
