import { get, post } from '#shared/contract.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import {
  checkPasswordBodySchema,
  checkPasswordResponseSchema,
  forgotPasswordBodySchema,
  linkBodySchema,
  loginBodySchema,
  loginResponseSchema,
  resetLinkResponseSchema,
  resetPasswordBodySchema,
  signupBodySchema,
} from './public.ts'
import { AVATARS, LOG_OUT, REFRESH_TOKEN } from './session-paths.ts'

export const logIn = post('/auth/login', { may: 'open', body: loginBodySchema, returns: loginResponseSchema })
export const signUp = post('/auth/signup', { may: 'open', body: signupBodySchema, returns: messageResponseSchema, status: 201 })
export const refreshToken = post(REFRESH_TOKEN, { may: 'open', returns: messageResponseSchema })
export const logOut = post(LOG_OUT, { may: 'open', returns: messageResponseSchema })
export const checkPassword = post('/auth/check-password', {
  may: 'open',
  body: checkPasswordBodySchema,
  returns: checkPasswordResponseSchema,
})

export const forgotPassword = post('/auth/forgot-password', {
  may: 'open',
  body: forgotPasswordBodySchema,
  returns: messageResponseSchema,
})
export const checkResetLink = post('/auth/reset-password/check', { may: 'open', body: linkBodySchema, returns: resetLinkResponseSchema })
export const resetPassword = post('/auth/reset-password', { may: 'open', body: resetPasswordBodySchema, returns: messageResponseSchema })
export const confirmEmail = post('/auth/confirm-email', { may: 'open', body: linkBodySchema, returns: messageResponseSchema })
export const objectToEmail = post('/auth/object-to-email', { may: 'open', body: linkBodySchema, returns: messageResponseSchema })

/** Anyone who has a picture's address may see it, signed in or not. */
export const getAvatar = get(`${AVATARS}:id`, { may: 'open' })
