import { writeNoteBodySchema } from '#shared/bookings/manifests.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { useWriteNote } from './api/write-note.ts'

/** Adds a note visible to all staff. `[data-note]` marks the field to focus. */
export function NoteForm({ bookingId, onDone }: { bookingId: string; onDone: () => void }) {
  const writeNote = useWriteNote()
  const form = useKeptForm<{ body: string }, { body: string }>({
    keepAs: `note ${bookingId}`,
    start: { body: '' },
    check: (values) => writeNoteBodySchema.safeParse(values),
    send: async ({ body }) => {
      await writeNote(bookingId, body)
      form.forget()
      form.reset()
      onDone()
    },
  })
  return (
    <form {...form.props}>
      <KeptNote {...form.kept} className="mb-3" />
      {form.alert && <Alert className="mb-3">{form.alert}</Alert>}
      <TextArea {...form.field('body')} data-note label="Add a note" hint="Visible to all staff, but not to the customer." rows={2} />
      {form.values.body.trim() !== '' && (
        <Button type="submit" size="small" className="mt-3" isBusy={form.isBusy}>
          Add note
        </Button>
      )}
    </form>
  )
}
