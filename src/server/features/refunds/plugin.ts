import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffRefundRoutes } from './staff-routes.ts'

export function refunds(deps: Deps): Feature {
  return {
    staff(scope) {
      staffRefundRoutes(scope, deps)
    },
  }
}
