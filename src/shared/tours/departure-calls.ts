import { z } from 'zod/mini'
import { attendanceSchema, tickBodySchema } from '#shared/bookings/attendance.ts'
import { guideLinkSchema, newGuideLinkSchema } from '#shared/bookings/guide-links.ts'
import { manifestSchema } from '#shared/bookings/manifests.ts'
import { cancellationFiguresSchema } from '#shared/cancellations/figures.ts'
import { cancelDepartureBodySchema, departureCancellationSchema } from '#shared/cancellations/staff.ts'
import { get, post, put } from '#shared/contract.ts'
import { slotBodySchema } from './departure-slots.ts'
import {
  departureDaySchema,
  departureDaysQuerySchema,
  listDeparturesQuerySchema,
  setCapacityBodySchema,
  setSlotCapacityBodySchema,
  staffDepartureDetailsSchema,
  staffDepartureSchema,
} from './departures.ts'

const params = z.object({ id: z.string().check(z.maxLength(111)) })
const reads = { may: 'departures.read', params } as const
const changes = { may: 'departures.change', params, returns: staffDepartureDetailsSchema } as const
const guides = { may: 'departures.guides', params } as const

export const listDepartures = get('/staff/departures', {
  may: 'departures.read',
  query: listDeparturesQuerySchema,
  returns: z.array(staffDepartureSchema),
})
export const listDepartureDays = get('/staff/departure-days', {
  may: 'departures.read',
  query: departureDaysQuerySchema,
  returns: z.array(departureDaySchema),
})
export const getDeparture = get('/staff/departures/:id', { ...reads, returns: staffDepartureDetailsSchema })

export const setCapacity = put('/staff/departures/:id/capacity', { ...changes, body: setCapacityBodySchema })
export const setSlotCapacity = put('/staff/departures/:id/slots/capacity', { ...changes, body: setSlotCapacityBodySchema })
export const closeSlot = post('/staff/departures/:id/slots/close', { ...changes, body: slotBodySchema })
export const openSlot = post('/staff/departures/:id/slots/open', { ...changes, body: slotBodySchema })
export const blockDeparture = post('/staff/departures/:id/block', changes)
export const unblockDeparture = post('/staff/departures/:id/unblock', changes)

export const previewCancellation = get('/staff/departures/:id/cancellation-preview', {
  may: 'departures.cancel',
  params,
  returns: cancellationFiguresSchema,
})
export const cancelDeparture = post('/staff/departures/:id/cancel', {
  may: 'departures.cancel',
  params,
  body: cancelDepartureBodySchema,
  returns: departureCancellationSchema,
  status: 202,
})
export const getCancellation = get('/staff/departures/:id/cancellation', { ...reads, returns: departureCancellationSchema })

/** Every read is audited. */
export const readManifest = get('/staff/departures/:id/manifest', { ...reads, returns: manifestSchema })
export const downloadManifest = get('/staff/departures/:id/manifest-file', reads)
export const tickDeparture = post('/staff/departures/:id/ticks', {
  may: 'departures.tick',
  params,
  body: tickBodySchema,
  returns: attendanceSchema,
})

export const listGuideLinks = get('/staff/departures/:id/guide-links', { ...guides, returns: z.array(guideLinkSchema) })
export const createGuideLink = post('/staff/departures/:id/guide-links', { ...guides, returns: newGuideLinkSchema, status: 201 })
/** Returns the departure’s remaining links. */
export const revokeGuideLink = post('/staff/guide-links/:id/revoke', { may: 'departures.guides', returns: z.array(guideLinkSchema) })
