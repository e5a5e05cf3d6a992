import { z } from 'zod/mini'
import { attendanceSchema, tickBodySchema } from '#shared/bookings/attendance.ts'
import { guideLinkSchema, newGuideLinkSchema } from '#shared/bookings/guide-links.ts'
import { manifestSchema } from '#shared/bookings/manifests.ts'
import { get, post } from '#shared/contract.ts'

const params = z.object({ id: z.string().check(z.maxLength(111)) })

/** Every read is audited. */
export const readManifest = get('/staff/departures/:id/manifest', { may: 'departures.read', params, returns: manifestSchema })
export const downloadManifest = get('/staff/departures/:id/manifest-file', { may: 'departures.read', params })
export const tickDeparture = post('/staff/departures/:id/ticks', {
  may: 'departures.tick',
  params,
  body: tickBodySchema,
  returns: attendanceSchema,
})

export const listGuideLinks = get('/staff/departures/:id/guide-links', {
  may: 'departures.guides',
  params,
  returns: z.array(guideLinkSchema),
})
export const createGuideLink = post('/staff/departures/:id/guide-links', {
  may: 'departures.guides',
  params,
  returns: newGuideLinkSchema,
  status: 201,
})
/** Returns the departure’s remaining links. */
export const revokeGuideLink = post('/staff/guide-links/:id/revoke', { may: 'departures.guides', returns: z.array(guideLinkSchema) })
