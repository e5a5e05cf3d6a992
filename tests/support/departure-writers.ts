import { departureId } from '../../src/shared/tours/departures.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { duplicateTour, sellTour } from '../../src/shared/tours/staff-calls.ts'
import { nextDay, TOUR } from './buyers.ts'
import { createStaff } from './movers.ts'
import type { Writers } from './payment-writers.ts'
import { SELLING } from './selling.ts'
import type { TestApp } from './test-app.ts'

/** Returns the files that write audit entries about departures and their start times. */
export function departureWriters(site: TestApp): Writers {
  return {
    'tours/departures/changes.ts': [
      async () => {
        const admin = await createStaff(site, 'admin')
        const whole = departureId(TOUR, nextDay())
        await admin.put(pathOf(departureCalls.setCapacity, { id: whole }), { capacity: 14, seenCapacity: 12 })
        await admin.post(pathOf(departureCalls.blockDeparture, { id: whole }))
        await admin.post(pathOf(departureCalls.unblockDeparture, { id: whole }))
        const { id, version } = (await admin.post(pathOf(duplicateTour, { id: TOUR }))).json
        await admin.put(pathOf(sellTour, { id }), { version, selling: SELLING })
        const [departure, slot] = [departureId(id, nextDay()), { capacityGroup: 'bus', startTime: '03:00' }]
        await admin.put(pathOf(departureCalls.setSlotCapacity, { id: departure }), { ...slot, capacity: 7, seenCapacity: 4 })
        await admin.post(pathOf(departureCalls.closeSlot, { id: departure }), slot)
        await admin.post(pathOf(departureCalls.openSlot, { id: departure }), slot)
      },
      ['departure.resized', 'departure.blocked', 'departure.unblocked', 'slot.resized', 'slot.closed', 'slot.opened'],
    ],
  }
}
