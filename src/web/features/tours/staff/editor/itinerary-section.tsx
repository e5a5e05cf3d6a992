import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_ITINERARY_DAYS } from '#shared/tours/staff.ts'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { randomKey } from '#web/lib/random-key.ts'
import { DayEditor } from './day-editor.tsx'
import { moved } from './moved.ts'
import { NO_PLACE } from './place-draft.ts'
import { RoutePreview } from './route-preview.tsx'
import type { DayDraft } from './tour-draft.ts'
import type { SectionProps } from './tour-form.ts'

/** The days of the itinerary: add, edit and reorder. For read-only users all of them are open. */
export function ItinerarySection({ form, canEdit }: SectionProps & { canEdit: boolean }) {
  const { itinerary } = form.values
  const [open, setOpen] = useState<string>()
  const [said, setSaid] = useState('')
  const change = (days: DayDraft[]) => form.adopt({ itinerary: days })
  const changeDay = (key: string, part: (now: DayDraft) => Partial<DayDraft>) =>
    form.adopt(({ itinerary: days }) => ({ itinerary: days.map((day) => (day.key === key ? { ...day, ...part(day) } : day)) }))
  const add = () => {
    const day = newDay()
    change([...itinerary, day])
    setOpen(day.key)
  }
  const move = (from: number, to: number) => {
    if (to === from || to < 0 || to >= itinerary.length) return
    change(moved(itinerary, from, to))
    setSaid(`${itinerary[from]?.title || 'The day'} is now day ${to + 1}.`)
  }
  return (
    <Panel title="Itinerary">
      {itinerary.length === 0 && <p className="text-ink-soft">No days yet. Travellers see them in this order.</p>}
      <ol className="divide-y divide-line">
        {itinerary.map((day, at) => (
          <DayEditor
            key={day.key}
            form={form}
            day={day}
            at={at}
            count={itinerary.length}
            isOpen={open === day.key || !canEdit}
            onToggle={() => setOpen(open === day.key ? undefined : day.key)}
            onChange={(part) => changeDay(day.key, part)}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              change(itinerary.toSpliced(at, 1))
              setSaid(`${day.title || 'The day'} removed.`)
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Button variant="secondary" size="small" className="mt-4" disabled={itinerary.length >= MAX_ITINERARY_DAYS} onClick={add}>
        <Plus aria-hidden="true" className="size-4" /> Add a day
      </Button>
      <RoutePreview days={itinerary} />
    </Panel>
  )
}

function newDay(): DayDraft {
  return {
    key: randomKey(),
    title: '',
    description: '',
    activities: '',
    accommodation: '',
    transportation: '',
    breakfastIncluded: false,
    lunchIncluded: false,
    dinnerIncluded: false,
    images: [],
    place: NO_PLACE,
  }
}
