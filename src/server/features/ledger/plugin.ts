import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { ledgerLockRoutes } from './locks/staff-routes.ts'
import { staffExportRoutes } from './export/staff-routes.ts'
import { staffLedgerRoutes } from './staff-routes.ts'
import { tillRoutes } from './tills/staff-routes.ts'

export function ledger(deps: Deps): Feature {
  return {
    staff(scope) {
      staffLedgerRoutes(scope, deps)
      tillRoutes(scope, deps)
      ledgerLockRoutes(scope, deps)
      staffExportRoutes(scope, deps)
    },
  }
}
