import { departureId } from '../../src/shared/tours/departures.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { duplicateTour, sellTour } from '../../src/shared/tours/staff-calls.ts'
import { calls } from '../../src/shared/paths.ts'
import { nextDay, TOUR } from './buyers.ts'
import { createStaff } from './movers.ts'
import type { Writers } from './payment-writers.ts'
import { SELLING } from './selling.ts'
import type { TestApp } from './test-app.ts'

/** Returns the files that write audit entries about departures and their start times. */
export function departureWriters(site: TestApp): Writers {
  return {
    'tours/departures/commands.ts': [
      async () => {
        const admin = await createStaff(site, 'admin')
        const id = departureId(TOUR, nextDay())
        await admin.put(calls.departureCapacity(id), { capacity: 14, seenCapacity: 12 })
        await admin.post(calls.blockDeparture(id))
        await admin.post(calls.unblockDeparture(id))
      },
      ['departure.resized', 'departure.blocked', 'departure.unblocked'],
    ],
    'tours/departures/slot-commands.ts': [
      async () => {
        const admin = await createStaff(site, 'admin')
        const { id, version } = (await admin.post(pathOf(duplicateTour, { id: TOUR }))).json
        await admin.put(pathOf(sellTour, { id }), { version, selling: SELLING })
        const [departure, slot] = [departureId(id, nextDay()), { capacityGroup: 'bus', startTime: '03:00' }]
        await admin.put(calls.slotCapacity(departure), { ...slot, capacity: 7, seenCapacity: 4 })
        await admin.post(calls.closeSlot(departure), slot)
        await admin.post(calls.openSlot(departure), slot)
      },
      ['slot.resized', 'slot.closed', 'slot.opened'],
    ],
  }
}
