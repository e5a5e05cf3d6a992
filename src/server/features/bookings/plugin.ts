import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { attendanceRoutes } from './attendance/staff-routes.ts'
import { contactRoutes } from './contacts/staff-routes.ts'
import { guideRoutes } from './guide-links/routes.ts'
import { guideLinkRoutes } from './guide-links/staff-routes.ts'
import { manifestRoutes } from './manifest/staff-routes.ts'
import { noteRoutes } from './notes/staff-routes.ts'

export function bookings(deps: Deps): Feature {
  return {
    open(scope) {
      guideRoutes(scope, deps)
    },
    staff(scope) {
      manifestRoutes(scope, deps)
      attendanceRoutes(scope, deps)
      guideLinkRoutes(scope, deps)
      noteRoutes(scope, deps)
      contactRoutes(scope, deps)
    },
  }
}
