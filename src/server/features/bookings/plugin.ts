import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import { attendanceCalls } from './attendance.ts'
import { contactRoutes } from './contacts/staff-routes.ts'
import { guideCallsByLink, guideLinkCalls } from './guide-links.ts'
import { manifestCalls } from './manifest.ts'
import { noteRoutes } from './notes/staff-routes.ts'

export function bookings(deps: Deps): Feature {
  return {
    calls(serving) {
      manifestCalls(serving)
      attendanceCalls(serving, deps)
      guideLinkCalls(serving, deps)
      guideCallsByLink(serving, deps)
    },
    staff(scope) {
      noteRoutes(scope, deps)
      contactRoutes(scope, deps)
    },
  }
}
