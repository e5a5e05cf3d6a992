import { z } from 'zod/mini'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'

const nameSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(40, 'Name must be at most 40 characters')),
})

type Props = { onClose: () => void; onSave: (name: string) => void }

export function SaveFilterDialog({ onClose, onSave }: Props) {
  const form = useCheckedForm<{ name: string }, { name: string }>({
    start: { name: '' },
    check: (values) => nameSchema.safeParse(values),
    send: async ({ name }) => onSave(name),
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save this filter"
      size="small"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="save-filter" size="small" className="min-h-11">
            Save
          </Button>
        </>
      }
    >
      <form {...form.props} id="save-filter">
        <TextField
          {...form.field('name')}
          data-first
          label="Name"
          autoComplete="off"
          hint="Saved in this browser, for you only. Relative dates such as “this week” stay up to date."
        />
      </form>
    </Dialog>
  )
}
