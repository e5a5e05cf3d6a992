import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { codeRoutes } from './staff-routes.ts'

export function codes(deps: Deps): Feature {
  return {
    staff(scope) {
      codeRoutes(scope, deps)
    },
  }
}
