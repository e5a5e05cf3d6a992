import { z } from 'zod/mini'
import { get, post, put, remove } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { draftResponseSchema, savedDraftResponseSchema, saveDraftBodySchema, uploadedPhotoResponseSchema } from './drafts.ts'
import { serviceTypeSchema } from './public.ts'
import { bookVehicleBodySchema, bookVehicleResponseSchema, checkPincodesBodySchema, checkPincodesResponseSchema } from './requests.ts'

export const listServiceTypes = get('/vehicles/service_type/view_all', { may: 'signedIn', returns: z.array(serviceTypeSchema) })
export const checkPincodes = post('/pincodes/check', {
  may: 'signedIn',
  body: checkPincodesBodySchema,
  returns: checkPincodesResponseSchema,
})
/** The wizard’s last step (specification §7). 200 if the same request was made before. */
export const requestQuote = post('/vehicles/book', {
  may: 'signedIn',
  body: bookVehicleBodySchema,
  returns: bookVehicleResponseSchema,
  status: [200, 201],
})

// The wizard’s draft and its photos are beyond specification §7.
export const getDraft = get('/vehicles/draft', { may: 'signedIn', returns: draftResponseSchema })
export const saveDraft = put('/vehicles/draft', { may: 'signedIn', body: saveDraftBodySchema, returns: savedDraftResponseSchema })
/** Takes a form with a file. */
export const uploadPhoto = post('/vehicles/draft/photos', { may: 'signedIn', returns: uploadedPhotoResponseSchema, status: 201 })
/** Returns an image: to its owner, and to staff. */
export const getPhoto = get('/vehicles/photos/:id', { may: 'signedIn' })
export const deletePhoto = remove('/vehicles/photos/:id', { may: 'signedIn', returns: messageResponseSchema })
