import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffReviewRoutes } from './moderation/staff-routes.ts'
import { ownReviewRoutes } from './own/routes.ts'
import { reviewRoutes } from './routes.ts'

export function reviews(deps: Deps): Feature {
  return {
    open(scope) {
      reviewRoutes(scope, deps)
    },
    signedIn(scope) {
      ownReviewRoutes(scope, deps)
    },
    staff(scope) {
      staffReviewRoutes(scope, deps)
    },
  }
}
