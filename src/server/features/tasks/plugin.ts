import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffTaskRoutes } from './staff-routes.ts'

export function tasks(deps: Deps, parts: Parameters<typeof staffTaskRoutes>[2]): Feature {
  return {
    staff(scope) {
      staffTaskRoutes(scope, deps, parts)
    },
  }
}
