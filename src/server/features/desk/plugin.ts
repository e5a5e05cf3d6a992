import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { changeRoutes } from './changes/staff-routes.ts'
import { bookingEmailRoutes } from './emails/staff-routes.ts'
import { bookingSearchRoutes } from './search/staff-routes.ts'
import { deskRoutes } from './staff-routes.ts'
import { bookingStoryRoutes } from './story/staff-routes.ts'
import { taskList } from './tasks.ts'

export function desk(deps: Deps): Feature {
  return {
    calls: taskList,
    staff(scope) {
      deskRoutes(scope, deps)
      changeRoutes(scope, deps)
      bookingSearchRoutes(scope, deps)
      bookingStoryRoutes(scope, deps)
      bookingEmailRoutes(scope, deps)
    },
  }
}
