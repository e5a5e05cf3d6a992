import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  accountSessionSchema,
  ownAccountSchema,
  type ChangeEmailBody,
  type ChangePasswordBody,
  type PhotoCrop,
} from '#shared/account-settings.ts'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { responseOf, getJson, postForm, postJson, sendJson } from '#web/lib/http.ts'
import { getSession, signIn, updateProfile } from '#web/lib/session.ts'

type OwnAccount = Lenient<typeof ownAccountSchema>
export type AccountSession = Lenient<typeof accountSessionSchema>

/** The account as the server has it, with any changes made on another device. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => shown(getJson(calls.account, {}, { signal })),
  staleTime: 0,
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => responseOf(z.array(accountSessionSchema), getJson(calls.accountSessions, {}, { signal })),
  staleTime: 0,
})

export const rename = (name: string) => shown(sendJson('PUT', calls.account, { name }))

export async function uploadPicture(file: File, crop: PhotoCrop): Promise<OwnAccount> {
  const form = new FormData()
  for (const [name, value] of Object.entries(crop)) form.append(name, String(value))
  // Last: the server reads the fields that come before the file.
  form.append('file', file, file.name)
  return shown(postForm(calls.accountPhoto, form))
}

export const removePicture = () => shown(sendJson('DELETE', calls.accountPhoto))

export const changePassword = (body: ChangePasswordBody) => postJson(calls.accountPassword, body)
export const changeEmail = (body: ChangeEmailBody) => postJson(calls.changeEmail, body)
export const resendConfirmation = () => postJson(calls.resendConfirmation)
export const signOutSession = (id: string) => sendJson('DELETE', calls.accountSession(id))
export const signOutOthers = () => sendJson('DELETE', calls.accountSessions)
export const fetchOwnData = () => getJson(calls.accountData)
export const deleteAccount = (password: string) => postJson(calls.deleteAccount, { password })

/** Returns the changed account, which header, menus and other tabs show at once (specification §4). */
async function shown(call: Promise<unknown>): Promise<OwnAccount> {
  const answer = await responseOf(ownAccountSchema, call)
  const { id, name, email, profileImage } = answer.user
  // Signed out in the meantime, or somebody else signed in: this response comes too late.
  if (getSession().id !== id) return answer
  // A profile update cannot remove a picture: it ignores empty fields.
  if (profileImage === null) signIn({ id, name, email, profileImage })
  else updateProfile({ name, email, ...(profileImage !== undefined && { profileImage }) })
  return answer
}
