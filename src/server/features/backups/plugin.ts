import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffBackupRoutes } from './console/staff-routes.ts'

export function backups(deps: Deps): Feature {
  return { staff: (scope) => staffBackupRoutes(scope, deps) }
}
