import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { departureChangeCalls } from './departures/changes.ts'
import { departureCalls } from './departures/departures.ts'
import { staffTourRoutes } from './editing/staff-routes.ts'
import { tourLifecycleRoutes } from './lifecycle/staff-routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { staffPictureRoutes } from './pictures/staff-routes.ts'
import { tourRoutes } from './routes.ts'
import { sellingRoutes } from './selling/staff-routes.ts'

export function tours(
  deps: Deps,
  catalogue: Catalogue,
  parts: Parameters<typeof departureCalls>[2] & Parameters<typeof sellingRoutes>[2],
): Feature {
  return {
    calls(serving) {
      departureCalls(serving, deps, parts)
      departureChangeCalls(serving, deps, parts)
    },
    open(scope) {
      pictureRoutes(scope, deps)
    },
    readers(scope) {
      tourRoutes(scope, deps, catalogue)
    },
    staff(scope) {
      staffTourRoutes(scope, deps)
      sellingRoutes(scope, deps, parts)
      tourLifecycleRoutes(scope, deps, parts)
      staffPictureRoutes(scope, deps)
    },
  }
}
