import { z } from 'zod/mini'
import { get, post, put } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { addAreasBodySchema, addedAreasSchema, staffAreaSchema } from './coverage.ts'
import { changeServiceBodySchema, staffServiceSchema } from './staff.ts'

const writes = { may: 'services.write', returns: messageResponseSchema } as const

/** Includes services that are no longer offered. */
export const listServices = get('/staff/services', { may: 'services.read', returns: z.array(staffServiceSchema) })
export const changeService = put('/staff/services/:id', { ...writes, body: changeServiceBodySchema })
export const activateService = post('/staff/services/:id/activate', writes)
export const deactivateService = post('/staff/services/:id/deactivate', writes)

/** Includes areas that are no longer covered. */
export const listAreas = get('/staff/coverage', { may: 'services.read', returns: z.array(staffAreaSchema) })
export const addAreas = post('/staff/coverage', { may: 'services.write', body: addAreasBodySchema, returns: addedAreasSchema })
/** `id` is the area’s code. */
export const activateArea = post('/staff/coverage/:id/activate', writes)
export const deactivateArea = post('/staff/coverage/:id/deactivate', writes)
