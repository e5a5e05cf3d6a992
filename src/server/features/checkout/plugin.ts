import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { offerRoutes } from './offers/routes.ts'
import { paidRoutes } from './paid/routes.ts'
import { returnRoutes } from './return-routes.ts'
import { checkoutRoutes } from './routes.ts'

export function checkout(deps: Deps, parts: Parameters<typeof checkoutRoutes>[2]): Feature {
  return {
    open(scope) {
      returnRoutes(scope, deps)
      paidRoutes(scope, deps)
    },
    readers(scope) {
      offerRoutes(scope, deps)
    },
    signedIn(scope) {
      checkoutRoutes(scope, deps, parts)
    },
  }
}
