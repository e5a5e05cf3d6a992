import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { accountSessionSchema, type ChangePasswordBody, type PhotoCrop } from '#shared/account-settings.ts'
import type { ChangeEmailBody } from '#shared/email-changes.ts'
import type { Lenient } from '#shared/lenient.ts'
import { calls } from '#shared/paths.ts'
import { responseOf, getJson, postJson, sendJson } from '#web/lib/http.ts'
import { postForm } from '#web/lib/post-form.ts'
import { shown, type OwnAccount } from './own-account.ts'

export type AccountSession = Lenient<typeof accountSessionSchema>

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => responseOf(z.array(accountSessionSchema), getJson(calls.accountSessions, {}, { signal })),
  staleTime: 0,
})

export const rename = (name: string) => shown(sendJson('PUT', calls.account, { name }))

/** An empty number removes it. */
export const changePhone = (phone: string) => shown(sendJson('PUT', calls.account, { phone }))

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
