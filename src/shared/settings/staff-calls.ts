import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { get, post, put, remove } from '#shared/contract.ts'
import { agencySettingsSchema } from './staff.ts'
import { changeTaxCategoryBodySchema, newTaxCategoryBodySchema, taxCategorySchema } from './taxes.ts'

export const getSettings = get('/staff/settings', { may: 'settings.read', returns: agencySettingsSchema })
export const changeSettings = put('/staff/settings', { may: 'settings.write', body: agencySettingsSchema, returns: messageResponseSchema })

export const listTaxCategories = get('/staff/tax-categories', { may: 'taxCategories.read', returns: z.array(taxCategorySchema) })
export const addTaxCategory = post('/staff/tax-categories', {
  may: 'settings.write',
  body: newTaxCategoryBodySchema,
  returns: messageResponseSchema,
})
export const changeTaxCategory = put('/staff/tax-categories/:id', {
  may: 'settings.write',
  body: changeTaxCategoryBodySchema,
  returns: messageResponseSchema,
})
export const deleteTaxCategory = remove('/staff/tax-categories/:id', { may: 'settings.write', returns: messageResponseSchema })
