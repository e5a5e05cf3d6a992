import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffSettingsRoutes } from './staff-routes.ts'
import { taxCategoryRoutes } from './taxes/staff-routes.ts'

export function settings(deps: Deps): Feature {
  return {
    staff(scope) {
      staffSettingsRoutes(scope, deps)
      taxCategoryRoutes(scope, deps)
    },
  }
}
