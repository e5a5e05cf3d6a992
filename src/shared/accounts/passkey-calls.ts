import { get, post, put, remove } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { confirmedIdentitySchema, confirmIdentityBodySchema } from './identity.ts'
import {
  addPasskeyBodySchema,
  newPasskeyOptionsSchema,
  passkeyOptionsSchema,
  passkeysSchema,
  renamePasskeyBodySchema,
  signInByPasskeyBodySchema,
} from './passkeys.ts'
import { loginResponseSchema } from './public.ts'
import { CONFIRM_IDENTITY } from './session-paths.ts'

export const beginPasskeySignIn = get('/auth/passkey', { may: 'open', returns: passkeyOptionsSchema })
export const signInByPasskey = post('/auth/passkey', { may: 'open', body: signInByPasskeyBodySchema, returns: loginResponseSchema })

export const listPasskeys = get('/account/passkeys', { may: 'signedIn', returns: passkeysSchema })
export const beginPasskey = get('/account/new-passkey', { may: 'signedIn', needsProof: true, returns: newPasskeyOptionsSchema })
export const addPasskey = post('/account/new-passkey', {
  may: 'signedIn',
  needsProof: true,
  body: addPasskeyBodySchema,
  returns: messageResponseSchema,
  status: 201,
})
/** The console then offers no passkey for a month. */
export const putOffPasskey = remove('/account/new-passkey', { may: 'signedIn', returns: messageResponseSchema })
export const renamePasskey = put('/account/passkeys/:id', {
  may: 'signedIn',
  body: renamePasskeyBodySchema,
  returns: messageResponseSchema,
})
export const removePasskey = remove('/account/passkeys/:id', { may: 'signedIn', needsProof: true, returns: messageResponseSchema })

/** Says until when nothing has to be confirmed. */
export const getConfirmedIdentity = get(CONFIRM_IDENTITY, { may: 'signedIn', returns: confirmedIdentitySchema })
export const confirmIdentity = post(CONFIRM_IDENTITY, {
  may: 'signedIn',
  body: confirmIdentityBodySchema,
  returns: confirmedIdentitySchema,
})
