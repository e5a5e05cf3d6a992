import { staffDepartureDetailsSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useReload } from '#web/lib/use-send.ts'

type Seats = { capacity: number; seenCapacity: number }
export type SetSeats = (seats: Seats) => Promise<void>

/** If someone else changed the seats first, or how they are counted, the call fails only after the departure has been refetched. */
export function useSettingSeats(set: (seats: Seats) => Promise<unknown>): SetSeats {
  const reload = useReload(consoleKey('departures'))
  return async (seats) => {
    try {
      await set(seats)
      void reload()
    } catch (error) {
      if (error instanceof CallError && (error.code === 'departure_changed' || error.code === 'options_booked')) await reload()
      throw error
    }
  }
}

export function useSetCapacity(id: string): SetSeats {
  return useSettingSeats((seats) => exactResponseOf(staffDepartureDetailsSchema, sendJson('PUT', calls.departureCapacity(id), seats)))
}
