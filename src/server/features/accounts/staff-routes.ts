import { calls } from '#shared/paths.ts'
import { colleaguesSchema, staffMemberSchema } from '#shared/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { findAccount, listColleagues } from './queries.ts'

/** Who is signed in, for the frame of the console, and who else works here. The guard of the scope has let only the staff in. */
export function staffMemberRoutes(app: App, { auth, db }: Deps): void {
  app.get(calls.staffMe, { schema: { response: { 200: staffMemberSchema } } }, async (request) => {
    const account = await findAccount(db, auth.require(request).userId)
    if (!account) throw unauthenticated()
    const { id, name, email, role } = account
    return { id, name, email, role }
  })

  app.get(calls.staffColleagues, { schema: { response: { 200: colleaguesSchema } } }, async () => listColleagues(db))
}
