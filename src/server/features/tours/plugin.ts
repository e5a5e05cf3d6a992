import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { departureChangeCalls } from './departures/changes.ts'
import { departureCalls } from './departures/departures.ts'
import { editingCalls } from './editing/editing.ts'
import { lifecycleCalls } from './editing/lifecycle.ts'
import { sellingCalls } from './editing/selling.ts'
import { staffTourCalls } from './editing/staff-tours.ts'
import { pictureFiles } from './pictures/files.ts'
import { pictureCalls } from './pictures/staff-pictures.ts'
import { tourRoutes } from './routes.ts'

export function tours(
  deps: Deps,
  catalogue: Catalogue,
  parts: Parameters<typeof departureCalls>[2] & Parameters<typeof sellingCalls>[2],
): Feature {
  return {
    calls(serving) {
      departureCalls(serving, deps, parts)
      departureChangeCalls(serving, deps, parts)
      staffTourCalls(serving, deps)
      editingCalls(serving, deps)
      sellingCalls(serving, deps, parts)
      lifecycleCalls(serving, deps, parts)
      pictureCalls(serving, deps)
      pictureFiles(serving, deps)
    },
    readers(scope) {
      tourRoutes(scope, deps, catalogue)
    },
  }
}
