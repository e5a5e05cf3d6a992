import { addedAreasSchema, type Area } from '#shared/vehicles/coverage.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function addAreas(areas: Area[]) {
  return exactResponseOf(addedAreasSchema, postJson(calls.staffCoverage, { areas }))
}

export function useAddAreas() {
  return useSend(addAreas, consoleKey('coverage'))
}
