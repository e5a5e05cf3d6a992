import { calls } from '#shared/paths.ts'
import { colleaguesSchema, ownStaffMemberSchema } from '#shared/accounts/colleagues.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { findAccount, listColleagues } from './queries.ts'

export function staffMemberRoutes(app: App, { auth, db, config }: Deps): void {
  app.get(
    calls.staffMe,
    { config: { permission: 'console.open' }, schema: { response: { 200: ownStaffMemberSchema } } },
    async (request) => {
      const account = await findAccount(db, auth.require(request).userId)
      if (!account) throw unauthenticated()
      const { id, name, email, role } = account
      return { id, name, email, role, timeZone: config.AGENCY_TIME_ZONE }
    },
  )

  app.get(calls.staffColleagues, { config: { permission: 'console.open' }, schema: { response: { 200: colleaguesSchema } } }, async () =>
    listColleagues(db),
  )
}
