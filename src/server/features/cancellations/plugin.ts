import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { departureCancellationCalls } from './departures.ts'
import { cancellationRoutes } from './routes.ts'
import { decisionCalls, staffCancellationRoutes } from './staff-routes.ts'

export function cancellations(deps: Deps): Feature {
  return {
    calls(serving) {
      departureCancellationCalls(serving, deps)
      decisionCalls(serving)
    },
    signedIn(scope) {
      cancellationRoutes(scope, deps)
    },
    staff(scope) {
      staffCancellationRoutes(scope, deps)
    },
  }
}
