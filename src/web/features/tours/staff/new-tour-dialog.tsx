import { createTourBodySchema, type StaffTourDetails } from '#shared/tours/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useCreateTour } from './api/create-tour.ts'

type Start = { name: string; destination: string }

/** Creates a tour as a draft that travellers do not see. */
export function NewTourDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (tour: StaffTourDetails) => void }) {
  const createTour = useCreateTour()
  const form = useCheckedForm<Start, Start>({
    start: { name: '', destination: '' },
    check: (values) => createTourBodySchema.safeParse(values),
    send: async (body) => onCreated(await createTour(body)),
  })
  return (
    <Dialog
      isOpen
      size="small"
      onClose={onClose}
      title="New tour"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="new-tour" size="small" className="min-h-11" isBusy={form.isBusy}>
            Create a draft
          </Button>
        </>
      }
    >
      <form {...form.props} id="new-tour" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <TextField
          {...form.field('name')}
          data-first
          label="Name"
          autoComplete="off"
          hint="Used in the tour’s web address, which won’t change later."
        />
        <TextField {...form.field('destination')} label="Destination" autoComplete="off" hint="For example, Tokyo, Japan." />
        <p className="text-ink-soft">Travellers will see it once you publish it.</p>
      </form>
    </Dialog>
  )
}
