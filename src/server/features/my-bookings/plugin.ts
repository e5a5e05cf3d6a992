import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { myBookingRoutes } from './routes.ts'
import { moveRoutes } from './vehicles/routes.ts'

export function myBookings(deps: Deps): Feature {
  return {
    signedIn(scope) {
      myBookingRoutes(scope, deps)
      moveRoutes(scope, deps)
    },
  }
}
