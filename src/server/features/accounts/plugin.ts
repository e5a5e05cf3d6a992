import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { avatarRoutes } from './avatar/routes.ts'
import { customerCareRoutes } from './customer-care/staff-routes.ts'
import { customerRoutes } from './customers/staff-routes.ts'
import { emailChangeRoutes, objectionRoutes } from './email-changes/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { accountDataRoutes } from './own-data/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passkeySignInRoutes } from './passkeys/sign-in-routes.ts'
import { staffPeopleRoutes } from './people/staff-routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { accountRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { staffMemberRoutes } from './staff-routes.ts'

interface Parts {
  confirmAddress: Parameters<typeof recoveryRoutes>[2]
  personalData: readonly PersonalData[]
}

export function accounts(deps: Deps, { confirmAddress, personalData }: Parts): Feature {
  return {
    open(scope) {
      accountRoutes(scope, deps)
      passkeySignInRoutes(scope, deps)
      recoveryRoutes(scope, deps, confirmAddress, personalData)
      objectionRoutes(scope, deps, personalData)
      avatarRoutes(scope, deps)
    },
    signedIn(scope) {
      settingsRoutes(scope, deps)
      emailChangeRoutes(scope, deps)
      secondFactorRoutes(scope, deps)
      identityRoutes(scope, deps)
      passkeyRoutes(scope, deps)
      accountDataRoutes(scope, deps, personalData)
    },
    staff(scope) {
      staffMemberRoutes(scope, deps)
      staffPeopleRoutes(scope, deps, personalData)
      customerRoutes(scope, deps)
      customerCareRoutes(scope, deps)
    },
  }
}
