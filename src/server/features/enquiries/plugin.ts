import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { staffEnquiryRoutes } from './inbox/staff-routes.ts'
import { readyAnswerRoutes } from './ready-answers/staff-routes.ts'
import { enquiryRoutes } from './routes.ts'

export function enquiries(deps: Deps): Feature {
  return {
    open(scope) {
      enquiryRoutes(scope, deps)
    },
    staff(scope) {
      staffEnquiryRoutes(scope, deps)
      readyAnswerRoutes(scope, deps)
    },
  }
}
