import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffFulfilmentRoutes } from './staff-routes.ts'

export function fulfilment(deps: Deps): Feature {
  return {
    staff(scope) {
      staffFulfilmentRoutes(scope, deps)
    },
  }
}
