import { useRef, useState } from 'react'
import { addAreasBodySchema, readAreaList, type Area, type AreaList, type StaffArea } from '#shared/vehicles/coverage.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { useAddAreas } from './api/add-areas.ts'
import { listText } from './coverage-texts.ts'

/** In bytes; even a list of every district is smaller. */
const MAX_BYTES = 200_000
const MAX_NAMED = 5

type Props = { areas: StaffArea[]; onClose: () => void; onDone: (message: string) => void }

/** Adds one area or a list of them, showing first which are new, already known or unreadable. */
export function AddAreasDialog({ areas, onClose, onDone }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const addAreas = useAddAreas()
  const form = useKeptForm<{ text: string }, Area[]>({
    keepAs: 'areas',
    start: { text: '' },
    check: ({ text }) => {
      const { added, activated } = readAreaList(text, areas)
      const checked = addAreasBodySchema.safeParse({ areas: [...added, ...activated] })
      if (checked.success) return { success: true, data: checked.data.areas }
      return { success: false, error: { issues: [{ path: 'text', message: checked.error.issues[0]?.message ?? 'Please enter an area' }] } }
    },
    send: async (wanted) => {
      const { added, activated } = await addAreas(wanted)
      form.forget()
      onDone(`${added + activated === 1 ? '1 area will be' : `${added + activated} areas will be`} covered from now on.`)
    },
  })
  const list = readAreaList(form.values.text, areas)
  const count = list.added.length + list.activated.length
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add areas"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="areas" size="small" className="min-h-11" isBusy={form.isBusy}>
            {count === 0 ? 'Add' : count === 1 ? 'Add 1 area' : `Add ${count} areas`}
          </Button>
        </>
      }
    >
      <form {...form.props} id="areas" className="space-y-4">
        <KeptNote {...form.kept} />
        {form.alert && <Alert>{form.alert}</Alert>}
        <TextArea
          {...form.field('text')}
          data-first
          label="Areas and districts"
          hint="One per line with its name, for example “BN1, Brighton”, or a list of codes. An area (BN) includes all its districts."
          rows={6}
        />
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="List of areas"
          className="sr-only"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0]
            setIsTooLarge(chosen !== undefined && chosen.size > MAX_BYTES)
            if (chosen && chosen.size <= MAX_BYTES) void chosen.text().then((text) => form.adopt({ text }))
          }}
        />
        <Button variant="quiet" size="small" className="-ml-4" onClick={() => file.current?.click()}>
          Import from a file
        </Button>
        {isTooLarge && <Alert>This file is too large for a list of areas.</Alert>}
        {form.values.text.trim() !== '' && <Preview list={list} />}
      </form>
    </Dialog>
  )
}

function Preview({ list }: { list: AreaList }) {
  const { unread } = list
  return (
    <div role="status" className="rounded-field bg-sand px-4 py-3">
      <p className="font-semibold">{listText(list)}</p>
      {unread.length > 0 && (
        <>
          <p className="mt-1 text-danger-deep">
            {unread.length === 1 ? '1 line isn’t a valid area:' : `${unread.length} lines aren’t valid areas:`}
          </p>
          <ul className="text-danger-deep">
            {unread.slice(0, MAX_NAMED).map(({ line, text }) => (
              <li key={line} className="truncate">
                line {line}: {text}
              </li>
            ))}
            {unread.length > MAX_NAMED && <li>and {unread.length - MAX_NAMED} more</li>}
          </ul>
          <p className="mt-1">They’ll be skipped.</p>
        </>
      )}
    </div>
  )
}
