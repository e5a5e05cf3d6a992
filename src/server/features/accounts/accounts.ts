import { daysBefore } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { AVATAR_FOLDER, avatarCalls, findKnownAvatars } from './avatars.ts'
import { CHANGE_EMAIL_JOB, changeJobSchema, deleteOldChanges, emailChangeCalls, startChange } from './email-changes.ts'
import { identityCalls } from './identity.ts'
import { deleteExpiredLinks, linkJobSchema, SEND_LINK_JOB, sendLink } from './links.ts'
import { ownAccountCalls } from './own-account.ts'
import { ownDataCalls } from './own-data.ts'
import { deleteSpentChallenges } from './passkeys/answers.ts'
import { passkeyCalls } from './passkeys/passkeys.ts'
import { passkeySignInCalls } from './passkeys/sign-in.ts'
import { passwordCalls } from './password-changes.ts'
import { personActionCalls } from './people/actions.ts'
import { customerCalls } from './people/customers.ts'
import { peopleCalls } from './people/people.ts'
import { staffCalls } from './people/staff.ts'
import { type ConfirmOther, recoveryCalls } from './recovery.ts'
import { secondFactorCalls } from './second-factor.ts'
import { deleteExpiredSessions, sessionCalls } from './sessions/sessions.ts'
import { signInCalls } from './sessions/sign-in.ts'
import { codeJobSchema, SEND_CODE_JOB, sendCode } from './sessions/tries.ts'
import { signUpCalls } from './sign-up.ts'

interface Parts {
  confirmAddress: ConfirmOther
  personalData: readonly PersonalData[]
}

export function accounts(deps: Deps, { confirmAddress, personalData }: Parts): Feature {
  return {
    calls(serving) {
      signInCalls(serving, deps)
      signUpCalls(serving, deps)
      sessionCalls(serving, deps)
      recoveryCalls(serving, deps, confirmAddress, personalData)
      ownAccountCalls(serving, deps)
      avatarCalls(serving, deps)
      passwordCalls(serving, deps)
      emailChangeCalls(serving, deps, personalData)
      secondFactorCalls(serving, deps)
      identityCalls(serving, deps)
      passkeyCalls(serving, deps)
      passkeySignInCalls(serving, deps)
      ownDataCalls(serving, deps, personalData)
      staffCalls(serving, deps)
      peopleCalls(serving, deps)
      personActionCalls(serving, deps, personalData)
      customerCalls(serving, deps)
    },
  }
}

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
