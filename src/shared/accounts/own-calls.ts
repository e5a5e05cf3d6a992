import { get, post, put, remove } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { ownAccountSchema, updateAccountBodySchema } from './own-account.ts'

export const getAccount = get('/account', { may: 'signedIn', returns: ownAccountSchema })
export const changeAccount = put('/account', { may: 'signedIn', body: updateAccountBodySchema, returns: ownAccountSchema })
/** Takes a form with the file and `photoCropSchema`. */
export const uploadOwnPhoto = post('/account/photo', { may: 'signedIn', returns: ownAccountSchema })
export const removeOwnPhoto = remove('/account/photo', { may: 'signedIn', returns: ownAccountSchema })
export const sendConfirmation = post('/account/send-confirmation', { may: 'signedIn', returns: messageResponseSchema })
