import type { Deps } from '#server/lib/deps.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { reservationLinkRoutes } from './routes.ts'
import { staffReservationRoutes } from './staff-routes.ts'

export function reservations(deps: Deps, personalData: readonly PersonalData[]): Feature {
  return {
    open(scope) {
      reservationLinkRoutes(scope, deps)
    },
    staff(scope) {
      staffReservationRoutes(scope, deps, personalData)
    },
  }
}
