import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { ownAccountSchema } from '#shared/accounts/own-account.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'
import { getSession, signIn, updateProfile } from '#web/lib/session.ts'

export type OwnAccount = Lenient<typeof ownAccountSchema>

/** The account as the server has it, with any changes made on another device. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => shown(getJson(calls.account, {}, { signal })),
  staleTime: 0,
})

/** Returns the changed account, which header, menus and other tabs show at once (specification §4). */
export async function shown(call: Promise<unknown>): Promise<OwnAccount> {
  const answer = await responseOf(ownAccountSchema, call)
  const { id, name, email, profileImage } = answer.user
  // Signed out in the meantime, or somebody else signed in: this response comes too late.
  if (getSession().id !== id) return answer
  // A profile update cannot remove a picture: it ignores empty fields.
  if (profileImage === null) signIn({ id, name, email, profileImage })
  else updateProfile({ name, email, ...(profileImage !== undefined && { profileImage }) })
  return answer
}
