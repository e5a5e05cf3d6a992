import type { SlotName } from '#shared/tours/departure-slots.ts'
import { staffDepartureDetailsSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson, sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { useSettingSeats } from './set-capacity.ts'

export function useSetSlotCapacity(id: string, { capacityGroup, startTime }: SlotName) {
  return useSettingSeats((seats) =>
    exactResponseOf(staffDepartureDetailsSchema, sendJson('PUT', calls.slotCapacity(id), { capacityGroup, startTime, ...seats })),
  )
}

export function useSetSlotClosed(id: string, { capacityGroup, startTime }: SlotName, isClosed: boolean, onDone: () => void) {
  const path = isClosed ? calls.closeSlot(id) : calls.openSlot(id)
  const send = async () => exactResponseOf(staffDepartureDetailsSchema, postJson(path, { capacityGroup, startTime }))
  return useCall({ mutationFn: useSend(send, consoleKey('departures')), onSuccess: onDone })
}
