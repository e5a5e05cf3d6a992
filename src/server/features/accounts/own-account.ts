import * as ownCalls from '#shared/accounts/own-calls.ts'
import type { OwnAccountResponse } from '#shared/accounts/own-account.ts'
import { actAs } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { readPhone } from '#server/lib/phones.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { accountLimits } from './limits.ts'
import { requestLink } from './links.ts'
import { getOwnAccount, type OwnAccount, rename, setPhone } from './users.ts'

/** One's name, phone number and the confirmation of one's address. */
export function ownAccountCalls({ read, flow }: Serving, { config, db, pool, queue }: Deps): void {
  const limits = accountLimits(pool, config)

  read(ownCalls.getAccount, async ({ who }) => toResponse(await getOwnAccount(db, who)))

  flow(ownCalls.changeAccount, async ({ who, body: { name, phone } }) => {
    const columns = phone === undefined ? undefined : readPhone(phone)
    await actAs(db, who, async (trx) => {
      if (name) await rename(trx, who.userId, name)
      if (columns) await setPhone(trx, who.userId, columns)
    })
    return toResponse(await getOwnAccount(db, who))
  })

  flow(ownCalls.sendConfirmation, async ({ request, who }) => {
    const account = await getOwnAccount(db, who)
    if (account.emailConfirmedAt) return { message: 'Your email address is confirmed' }
    await limits.linkMails.consume(`confirm:${account.id}`)
    await limits.linkMailsADay.consume(`${networkOf(request.ip)} ${account.email.toLowerCase()}`)
    await db.transaction().execute((trx) => requestLink(trx, queue, 'confirm', account.email))
    return { message: 'The link is on its way' }
  })
}

export function toResponse(account: OwnAccount): OwnAccountResponse {
  const { id, name, email, profileImage, role, phone } = account
  return { user: { id, name, email, profileImage, role }, isEmailConfirmed: account.emailConfirmedAt !== null, phone }
}
