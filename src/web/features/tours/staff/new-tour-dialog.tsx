import { createTour } from '#shared/tours/staff-calls.ts'
import { createTourBodySchema, type StaffTourDetails } from '#shared/tours/staff.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useSend } from '#web/lib/use-send.ts'
import { TOUR_LIST } from './tour-queries.ts'

type Start = { name: string; destination: string }

/** Creates a tour as a draft that travellers do not see. */
export function NewTourDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (tour: StaffTourDetails) => void }) {
  const send = useSend(createTour, TOUR_LIST)
  const form = useCheckedForm<Start, Start>({
    start: { name: '', destination: '' },
    check: (values) => createTourBodySchema.safeParse(values),
    send: async (body) => onCreated(await send({ body })),
  })
  return (
    <FormDialog form={form} size="small" title="New tour" keep="Cancel" act="Create a draft" onClose={onClose}>
      <TextField
        {...form.field('name')}
        data-first
        label="Name"
        autoComplete="off"
        hint="Used in the tour’s web address, which won’t change later."
      />
      <TextField {...form.field('destination')} label="Destination" autoComplete="off" hint="For example, Tokyo, Japan." />
      <p className="text-ink-soft">Travellers will see it once you publish it.</p>
    </FormDialog>
  )
}
