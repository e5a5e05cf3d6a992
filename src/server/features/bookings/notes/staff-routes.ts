import { z } from 'zod/mini'
import { bookingNoteSchema, writeNoteBodySchema } from '#shared/bookings/manifests.ts'
import { calls } from '#shared/paths.ts'
import { decideAs, actorOf } from '#server/lib/actors.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { writeNote } from './commands.ts'
import { listNotes } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function noteRoutes(app: App, { auth, db, now }: Deps): void {
  app.post(
    calls.bookingNotes(':id'),
    {
      config: { permission: 'bookings.note' },
      schema: { params: paramsSchema, body: writeNoteBodySchema, response: { 200: z.array(bookingNoteSchema) } },
    },
    async (request) => {
      const actor = actorOf(request, auth.require(request))
      return decideAs(db, actor, 'bookings.note', async (trx) => {
        await writeNote(trx, actor, request.params.id, request.body.body, now())
        return listNotes(trx, request.params.id)
      })
    },
  )
}
