import { staffDepartureDetailsSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useReload } from '#web/lib/use-send.ts'

export function setCapacity(id: string, seats: { capacity: number; seenCapacity: number }) {
  return exactResponseOf(staffDepartureDetailsSchema, sendJson('PUT', calls.departureCapacity(id), seats))
}

/** If someone else changed the capacity first, the call fails only after their figures have been refetched. */
export function useSetCapacity(id: string) {
  const reload = useReload(consoleKey('departures'))
  return async (seats: Parameters<typeof setCapacity>[1]) => {
    try {
      await setCapacity(id, seats)
      void reload()
    } catch (error) {
      if (error instanceof CallError && error.code === 'departure_changed') await reload()
      throw error
    }
  }
}
