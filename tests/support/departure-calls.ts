import { dayAhead } from './days.ts'

/** For every-call.ts. */
export const departureCalls = {
  staffDepartures: { method: 'GET', isForStaff: true, query: `?from=${dayAhead(1)}&to=${dayAhead(9)}` },
  staffDepartureDays: { method: 'GET', isForStaff: true, query: `?from=${dayAhead(1)}&to=${dayAhead(9)}` },
  staffDeparture: { method: 'GET', isForStaff: true },
  departureCapacity: { method: 'PUT', isForStaff: true, body: { capacity: 1, seenCapacity: 2 } },
  slotCapacity: { method: 'PUT', isForStaff: true, body: { capacityGroup: 'bus', startTime: null, capacity: 1, seenCapacity: 2 } },
  closeSlot: { method: 'POST', isForStaff: true, body: { capacityGroup: 'bus', startTime: null } },
  openSlot: { method: 'POST', isForStaff: true, body: { capacityGroup: 'bus', startTime: null } },
  blockDeparture: { method: 'POST', isForStaff: true, body: {} },
  unblockDeparture: { method: 'POST', isForStaff: true, body: {} },
  departureCancellationPreview: { method: 'GET', isForStaff: true },
  cancelDeparture: {
    method: 'POST',
    isForStaff: true,
    body: { reason: 'A storm', seen: { bookings: 0, people: 0, holds: 0, heldSeats: 0, refunds: [] } },
  },
} as const
