import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffQuoteRoutes } from './decisions/staff-routes.ts'
import { quoteLinkRoutes } from './payment/routes.ts'
import { quoteRequestRoutes } from './requests/routes.ts'
import { quoteWithdrawalRoutes } from './withdrawals/routes.ts'

export function quotes(deps: Deps): Feature {
  return {
    open(scope) {
      quoteLinkRoutes(scope, deps)
    },
    signedIn(scope) {
      quoteRequestRoutes(scope, deps)
      quoteWithdrawalRoutes(scope, deps)
    },
    staff(scope) {
      staffQuoteRoutes(scope, deps)
    },
  }
}
