import { calls } from '#shared/paths.ts'
import type { AgencySettings } from '#shared/settings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function changeSettings(settings: AgencySettings) {
  return sendJson('PUT', calls.staffSettings, settings)
}

export function useChangeSettings() {
  return useSend(changeSettings, consoleKey('settings'))
}
