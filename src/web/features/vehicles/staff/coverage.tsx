import { useRef, useState } from 'react'
import { addAreasBodySchema, readAreaList, type Area, type AreaList, type StaffArea } from '#shared/vehicles/coverage.ts'
import { isCovered, isPostcode, normalisePostcode, partsOfPostcode } from '#shared/vehicles/postcodes.ts'
import { activateArea, addAreas, deactivateArea, listAreas } from '#shared/vehicles/staff-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { ActDialog, FormDialog } from '#web/components/form-dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

export const coverageQuery = queryOf(listAreas, {}, { key: consoleKey('coverage'), staleTime: 0, refetchOnWindowFocus: true })

/** In bytes; even a list of every district is smaller. */
const MAX_BYTES = 200_000
const MAX_NAMED = 5

type AddProps = { areas: StaffArea[]; onClose: () => void; onDone: (message: string) => void }

/** Adds one area or a list of them, showing first which are new, already known or unreadable. */
export function AddAreasDialog({ areas, onClose, onDone }: AddProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const send = useSend(addAreas, consoleKey('coverage'))
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
      const { added, activated } = await send({ body: { areas: wanted } })
      form.forget()
      onDone(`${added + activated === 1 ? '1 area will be' : `${added + activated} areas will be`} covered from now on.`)
    },
  })
  const list = readAreaList(form.values.text, areas)
  const count = list.added.length + list.activated.length
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add areas"
      keep="Cancel"
      act={count === 0 ? 'Add' : count === 1 ? 'Add 1 area' : `Add ${count} areas`}
      className="space-y-4"
    >
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
    </FormDialog>
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

type AreaProps = { area: StaffArea; areas: StaffArea[]; onClose: () => void; onDone: (message: string) => void }

/** Stops or resumes covering an area. Before stopping, the focus is on the way back. */
export function AreaDialog({ area, areas, onClose, onDone }: AreaProps) {
  const { code, name, isActive } = area
  const params = { id: code }
  const send = async () => (isActive ? ask(deactivateArea, { params }) : ask(activateArea, { params }))
  const call = useCall({
    mutationFn: useSend(send, consoleKey('coverage')),
    onSuccess: () => onDone(isActive ? `${code} is no longer covered.` : `${code} is covered again.`),
  })
  return (
    <ActDialog
      call={call}
      onClose={onClose}
      title={`${code}, ${name}`}
      act={isActive ? 'Remove from coverage' : 'Restore coverage'}
      first={isActive ? 'keep' : 'act'}
      variant={isActive ? 'danger' : 'primary'}
    >
      <p>{isActive ? offConsequence(area, areas) : `Customers will be able to request quotes to and from ${code} (${name}) again.`}</p>
    </ActDialog>
  )
}

/** Matches areas by code, name, or a full postcode within them. */
export function findAreas(areas: readonly StaffArea[], search: string): StaffArea[] {
  const text = search.trim().toLowerCase()
  if (isPostcode(text)) return areas.filter(({ code }) => isCovered(normalisePostcode(text), new Set([code])))
  return areas.filter(({ code, name }) => code.toLowerCase().startsWith(text) || name.toLowerCase().includes(text))
}

/** Says whether a postcode is served; undefined if the text is not a postcode. */
export function postcodeText(areas: readonly StaffArea[], search: string): string | undefined {
  if (!isPostcode(search)) return undefined
  const postcode = normalisePostcode(search)
  const isServed = isCovered(postcode, new Set(areas.filter(({ isActive }) => isActive).map(({ code }) => code)))
  return isServed ? `We cover ${postcode}.` : `We don’t cover ${postcode}: requests are refused.`
}

export function offConsequence({ code, name }: StaffArea, areas: readonly StaffArea[]): string {
  const { area } = partsOfPostcode(`${code}0AA`)
  const parent = areas.find((each) => each.isActive && each.code !== code && each.code === area)
  if (parent) return `Postcodes in ${code} are still covered by ${parent.code} (${parent.name}).`
  const districts = areas.filter((each) => each.isActive && each.code !== code && partsOfPostcode(`${each.code}0AA`).area === code)
  const left = districts.length === 0 ? '' : ` Still covered: ${districts.map((each) => each.code).join(', ')}.`
  return `Customers won’t be able to request quotes to or from ${code} (${name}).${left} Existing requests, quotes and bookings aren’t affected.`
}

/** "12 new, 1 covered again, 3 known". */
function listText({ added, activated, known }: AreaList): string {
  const parts = [
    [added.length, 'new'],
    [activated.length, 'covered again'],
    [known.length, 'already listed'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return told.length === 0 ? 'No areas yet' : told.join(', ')
}
