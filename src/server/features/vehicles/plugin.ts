import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { coverageRoutes } from './coverage/staff-routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { photoRoutes } from './photos/routes.ts'
import { vehicleRoutes } from './routes.ts'
import { serviceRoutes } from './services/staff-routes.ts'

export function vehicles(deps: Deps, parts: Parameters<typeof serviceRoutes>[2]): Feature {
  return {
    signedIn(scope) {
      vehicleRoutes(scope, deps)
      draftRoutes(scope, deps)
      photoRoutes(scope, deps)
    },
    staff(scope) {
      serviceRoutes(scope, deps, parts)
      coverageRoutes(scope, deps)
    },
  }
}
