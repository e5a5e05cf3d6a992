import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { webhookRoutes } from './events/routes.ts'
import { staffReconciliationRoutes } from './staff-routes.ts'

export function reconciliation(deps: Deps): Feature {
  return {
    open(scope) {
      webhookRoutes(scope, deps)
    },
    staff(scope) {
      staffReconciliationRoutes(scope, deps)
    },
  }
}
