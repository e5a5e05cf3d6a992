import { z } from 'zod/mini'
import { get, post, put } from '#shared/contract.ts'
import { tourResponseSchema } from './public.ts'
import {
  createTourBodySchema,
  deactivationPreviewSchema,
  editTourBodySchema,
  listStaffToursQuerySchema,
  seenTourBodySchema,
  sellTourBodySchema,
  staffTourDetailsSchema,
  staffTourSchema,
} from './staff.ts'

const params = z.object({ id: z.string().check(z.maxLength(100)) })
const changed = { may: 'tours.write', params, returns: staffTourDetailsSchema } as const

export const listStaffTours = get('/staff/tours', {
  may: 'tours.read',
  query: listStaffToursQuerySchema,
  returns: z.array(staffTourSchema),
})
export const getStaffTour = get('/staff/tours/:id', { may: 'tours.read', params, returns: staffTourDetailsSchema })
/** As travellers would see it. */
export const previewTour = get('/staff/tours/:id/preview', { may: 'tours.read', params, returns: tourResponseSchema })
export const createTour = post('/staff/tours', { may: 'tours.write', body: createTourBodySchema, returns: staffTourDetailsSchema })
export const duplicateTour = post('/staff/tours/:id/duplicate', changed)
export const editTour = put('/staff/tours/:id', { ...changed, body: editTourBodySchema })
export const sellTour = put('/staff/tours/:id/selling', { ...changed, body: sellTourBodySchema })
export const publishTour = post('/staff/tours/:id/publish', { ...changed, body: seenTourBodySchema })
export const previewDeactivation = get('/staff/tours/:id/deactivation-preview', {
  may: 'tours.write',
  params,
  returns: deactivationPreviewSchema,
})
export const deactivateTour = post('/staff/tours/:id/deactivate', { ...changed, body: seenTourBodySchema })
