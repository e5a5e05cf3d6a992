import { z } from 'zod/mini'
import { bookingNoteSchema } from '#shared/bookings/manifests.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'

function writeNote(bookingId: string, body: string) {
  return exactResponseOf(z.array(bookingNoteSchema), postJson(calls.bookingNotes(bookingId), { body }))
}

export function useWriteNote() {
  return useSend(writeNote, consoleKey('bookings'))
}
