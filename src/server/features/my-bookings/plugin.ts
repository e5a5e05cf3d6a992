import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { myBookingRoutes } from './routes.ts'
import { moves } from './vehicles/moves.ts'

export function myBookings(deps: Deps): Feature {
  return {
    calls(serving) {
      moves(serving, deps)
    },
    signedIn(scope) {
      myBookingRoutes(scope, deps)
    },
  }
}
