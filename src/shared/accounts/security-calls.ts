import { z } from 'zod/mini'
import { get, post, remove } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { changeEmailBodySchema } from './email-changes.ts'
import {
  beginFactorBodySchema,
  changeFactorBodySchema,
  confirmFactorBodySchema,
  newFactorSchema,
  recoveryCodesSchema,
  secondFactorSchema,
} from './second-factors.ts'
import { accountSessionSchema, changePasswordBodySchema, deleteAccountBodySchema } from './settings.ts'

export const changePassword = post('/account/password', {
  may: 'signedIn',
  body: changePasswordBodySchema,
  returns: messageResponseSchema,
})
export const changeEmail = post('/account/email', { may: 'signedIn', body: changeEmailBodySchema, returns: messageResponseSchema })
export const listSessions = get('/account/sessions', { may: 'signedIn', returns: z.array(accountSessionSchema) })
export const endOtherSessions = remove('/account/sessions', { may: 'signedIn', returns: messageResponseSchema })
export const endSession = remove('/account/sessions/:id', { may: 'signedIn', returns: messageResponseSchema })
export const getSecondFactor = get('/account/second-factor', { may: 'signedIn', returns: secondFactorSchema })
export const beginSecondFactor = post('/account/second-factor', {
  may: 'signedIn',
  body: beginFactorBodySchema,
  returns: newFactorSchema,
})
export const confirmSecondFactor = post('/account/second-factor/confirm', {
  may: 'signedIn',
  body: confirmFactorBodySchema,
  returns: recoveryCodesSchema,
})
export const removeSecondFactor = post('/account/second-factor/remove', {
  may: 'signedIn',
  body: changeFactorBodySchema,
  returns: messageResponseSchema,
})
export const renewRecoveryCodes = post('/account/second-factor/recovery-codes', {
  may: 'signedIn',
  body: changeFactorBodySchema,
  returns: recoveryCodesSchema,
})
/** The answer is a file. */
export const downloadOwnData = get('/account/data', { may: 'signedIn', needsProof: true })
export const deleteAccount = post('/account/delete', {
  may: 'signedIn',
  body: deleteAccountBodySchema,
  returns: messageResponseSchema,
})
