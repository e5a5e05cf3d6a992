import { messageResponseSchema } from '#shared/accounts/public.ts'
import { calls } from '#shared/paths.ts'
import { agencySettingsSchema } from '#shared/settings/staff.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { changeSettings } from './commands.ts'
import { readSettings } from './queries.ts'

export function staffSettingsRoutes(app: App, { auth, db }: Deps): void {
  app.get(calls.staffSettings, { config: { permission: 'settings.read' }, schema: { response: { 200: agencySettingsSchema } } }, async () =>
    readSettings(db),
  )

  app.put(
    calls.staffSettings,
    { config: { permission: 'settings.write' }, schema: { body: agencySettingsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      await decideAs(db, actor, 'settings.write', async (trx) => changeSettings(trx, actor, request.body))
      return { message: 'Settings changed' }
    },
  )
}
