import { addDays, dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { siteHealthSchema } from '#shared/desk/health.ts'
import { figuresQuerySchema, staffFiguresSchema } from '#shared/desk/figures.ts'
import { findQuerySchema, foundSchema } from '#shared/desk/find.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { findAccount } from '#server/features/accounts/users.ts'
import { sumFigures } from './figures/queries.ts'
import { find } from './find/queries.ts'
import { checkHealth } from './health/queries.ts'

export function deskRoutes(app: App, { auth, db, config, now }: Deps): void {
  const figures = { querystring: figuresQuerySchema, response: { 200: staffFiguresSchema } }
  app.get(calls.staffFigures, { config: { permission: 'console.open' }, schema: figures }, async (request) => {
    const timeZone = config.AGENCY_TIME_ZONE
    const to = dayIn(timeZone, now())
    return sumFigures(db, { from: addDays(to, 1 - request.query.days), to, timeZone })
  })

  app.get(calls.staffHealth, { config: { permission: 'console.open' }, schema: { response: { 200: siteHealthSchema } } }, async () =>
    checkHealth(db, now(), config),
  )

  app.get(
    calls.staffFind,
    { config: { permission: 'bookings.read' }, schema: { querystring: findQuerySchema, response: { 200: foundSchema } } },
    async (request) => {
      const account = await findAccount(db, auth.require(request).userId)
      if (!account) throw unauthenticated()
      return find(db, request.query.q, account.role)
    },
  )
}
