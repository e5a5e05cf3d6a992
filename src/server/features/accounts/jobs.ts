import { daysBefore } from '#shared/dates.ts'
import { createUploads } from '#server/lib/uploads.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { AVATAR_FOLDER, findKnownAvatars } from './avatar/queries.ts'
import { CHANGE_EMAIL_JOB, changeJobSchema, deleteOldChanges, startChange } from './email-changes/commands.ts'
import { deleteSpentChallenges } from './passkeys/commands.ts'
import { deleteExpiredLinks, linkJobSchema, SEND_LINK_JOB, sendLink } from './recovery/commands.ts'
import { deleteExpiredSessions } from './sessions/commands.ts'
import { codeJobSchema, SEND_CODE_JOB, sendCode } from './sessions/emailed-codes.ts'

export function accountJobs(deps: Deps): JobDefinition[] {
  return [
    { name: SEND_LINK_JOB, run: async (data) => sendLink(deps, linkJobSchema.parse(data)) },
    { name: SEND_CODE_JOB, run: async (data) => sendCode(deps, codeJobSchema.parse(data)) },
    { name: CHANGE_EMAIL_JOB, run: async (data) => startChange(deps, changeJobSchema.parse(data)) },
    { name: 'accounts.delete-expired-sessions', cron: '17 3 * * *', run: async () => tidyAccounts(deps) },
  ]
}

export async function tidyAccounts(deps: Deps): Promise<void> {
  const { db, now } = deps
  const yesterday = daysBefore(now(), 1)
  await deleteExpiredSessions(deps, now())
  await deleteExpiredLinks(db, now())
  await deleteOldChanges(db, now())
  await deleteSpentChallenges(db, now())
  await createUploads(deps, AVATAR_FOLDER).sweep(async (files) => findKnownAvatars(db, files), yesterday)
}
