import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffAuditRoutes } from './staff-routes.ts'

export function audit(deps: Deps): Feature {
  return {
    staff(scope) {
      staffAuditRoutes(scope, deps)
    },
  }
}
