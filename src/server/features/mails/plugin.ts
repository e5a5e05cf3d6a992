import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { mailRoutes } from './archive/staff-routes.ts'

export function mails(deps: Deps): Feature {
  return {
    staff(scope) {
      mailRoutes(scope, deps)
    },
  }
}
