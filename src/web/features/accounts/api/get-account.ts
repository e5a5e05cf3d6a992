import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { ownAccountSchema } from '#shared/accounts/own-account.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import { getJson, responseOf } from '#web/lib/http.ts'
import { getSession, signIn, updateProfile } from '#web/lib/session.ts'

export type OwnAccount = Lenient<typeof ownAccountSchema>

/** Includes changes made on other devices. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => shown(getJson(ownCalls.getAccount.path, {}, { signal })),
  staleTime: 0,
})

/** Updates the account everywhere at once, in the header, menus and other tabs (specification §4). */
export async function shown(call: Promise<unknown>): Promise<OwnAccount> {
  const answer = await responseOf(ownAccountSchema, call)
  const { id, name, email, profileImage } = answer.user
  // The user has signed out, or someone else has signed in, in the meantime.
  if (getSession().id !== id) return answer
  // A profile update ignores empty fields, so it cannot remove a picture.
  if (profileImage === null) signIn({ id, name, email, profileImage })
  else updateProfile({ name, email, ...(profileImage !== undefined && { profileImage }) })
  return answer
}
