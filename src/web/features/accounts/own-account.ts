import { queryOptions } from '@tanstack/react-query'
import { getAccount } from '#shared/accounts/own-calls.ts'
import { ask, type AnswerOf } from '#web/lib/ask.ts'
import { getSession, signIn, updateProfile } from '#web/lib/session.ts'

export type OwnAccount = AnswerOf<typeof getAccount>

/** Includes changes made on other devices. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => shown(ask(getAccount, {}, signal)),
  staleTime: 0,
})

/** Updates the account everywhere straight away: in the header, menus and other tabs (specification §4). */
export async function shown(call: Promise<OwnAccount>): Promise<OwnAccount> {
  const answer = await call
  const { id, name, email, profileImage } = answer.user
  // The user has signed out, or someone else has signed in, in the meantime.
  if (getSession().id !== id) return answer
  // A profile update ignores empty fields, so it cannot remove a picture.
  if (profileImage === null) signIn({ id, name, email, profileImage })
  else updateProfile({ name, email, ...(profileImage !== undefined && { profileImage }) })
  return answer
}
