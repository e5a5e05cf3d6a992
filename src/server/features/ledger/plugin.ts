import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffLedgerRoutes } from './staff-routes.ts'

export function ledger(deps: Deps): Feature {
  return {
    staff(scope) {
      staffLedgerRoutes(scope, deps)
    },
  }
}
