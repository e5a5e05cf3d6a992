import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { get, post, put } from '#shared/contract.ts'
import {
  campaignFileQuerySchema,
  changeCodeBodySchema,
  codesQuerySchema,
  newCampaignBodySchema,
  newCodeBodySchema,
  staffCodeSchema,
  switchCampaignBodySchema,
} from './staff.ts'

export const listCodes = get('/staff/codes', { may: 'codes.read', query: codesQuerySchema, returns: z.array(staffCodeSchema) })
export const addCode = post('/staff/codes', { may: 'codes.write', body: newCodeBodySchema, returns: messageResponseSchema })
export const changeCode = put('/staff/codes/:id', { may: 'codes.write', body: changeCodeBodySchema, returns: messageResponseSchema })

export const addCampaign = post('/staff/campaigns', { may: 'codes.write', body: newCampaignBodySchema, returns: messageResponseSchema })
export const switchCampaign = put('/staff/campaigns', {
  may: 'codes.write',
  body: switchCampaignBodySchema,
  returns: messageResponseSchema,
})
export const downloadCampaign = get('/staff/codes-file', { may: 'codes.write', query: campaignFileQuerySchema })
