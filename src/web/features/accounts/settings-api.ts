import { queryOptions } from '@tanstack/react-query'
import type { AccountSession, ChangePasswordBody, OwnAccountAnswer, PhotoCrop } from '#shared/account-settings.ts'
import { calls } from '#shared/paths.ts'
import { getJson, postForm, postJson, sendJson } from '#web/lib/http.ts'
import { getSession, signIn, updateProfile } from '#web/lib/session.ts'

/** The account as the server has it; what another device has changed shows here too. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => shown(await getJson<OwnAccountAnswer>(calls.account, {}, { signal })),
  staleTime: 0,
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => getJson<AccountSession[]>(calls.accountSessions, {}, { signal }),
  staleTime: 0,
})

export const rename = async (name: string) => shown(await sendJson<OwnAccountAnswer>('PUT', calls.account, { name }))

export async function uploadPicture(file: File, crop: PhotoCrop): Promise<OwnAccountAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(crop)) form.append(name, String(value))
  // Last: the server reads the fields that come before the file.
  form.append('file', file, file.name)
  return shown(await postForm<OwnAccountAnswer>(calls.accountPhoto, form))
}

export const removePicture = async () => shown(await sendJson<OwnAccountAnswer>('DELETE', calls.accountPhoto))

export const changePassword = (body: ChangePasswordBody) => postJson<unknown>(calls.accountPassword, body)
export const resendConfirmation = () => postJson<unknown>(calls.resendConfirmation)
export const signOutSession = (id: string) => sendJson<unknown>('DELETE', calls.accountSession(id))
export const signOutOthers = () => sendJson<unknown>('DELETE', calls.accountSessions)
export const fetchOwnData = () => getJson<unknown>(calls.accountData)
export const deleteAccount = (password: string) => postJson<unknown>(calls.deleteAccount, { password })

/** Header, menus and other tabs follow at once (specification §4). */
function shown(answer: OwnAccountAnswer): OwnAccountAnswer {
  const { id, name, email, profileImage } = answer.user
  // Signed out meanwhile, or somebody else: this answer comes too late.
  if (getSession().id !== id) return answer
  // A profile update cannot take a picture away: it leaves what is empty as it was.
  if (profileImage === null) signIn({ id, name, email, profileImage })
  else updateProfile({ name, email, profileImage })
  return answer
}
