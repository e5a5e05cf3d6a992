import { X } from 'lucide-react'
import { useState } from 'react'
import { isDay, localToday, longDay, type Day } from '#shared/dates.ts'
import { weekday } from '#shared/months.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'

type Props = {
  label: string
  /** Names the list and its button for screen readers, where two lists stand side by side. */
  listLabel: string
  dates: Day[]
  error: string | undefined
  onChange: (dates: Day[]) => void
}

export function ListedDates({ label, listLabel, dates, error, onChange }: Props) {
  const [day, setDay] = useState('')
  const add = () => {
    if (!isDay(day)) return
    onChange([...new Set([...dates, day])].toSorted())
    setDay('')
  }
  return (
    <div className="min-w-0">
      <div className="flex items-end gap-2">
        <TextField
          label={label}
          type="date"
          min={localToday()}
          value={day}
          error={error}
          className="grow"
          onChange={(event) => setDay(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button
          variant="secondary"
          size="small"
          className="min-h-12"
          aria-label={`Add to: ${listLabel}`}
          disabled={!isDay(day)}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {dates.length > 0 && (
        <ul aria-label={listLabel} className="mt-3 flex flex-wrap gap-2">
          {dates.map((date) => (
            <li key={date} className="flex items-center rounded-pill border border-line bg-sand pl-3 text-sm tabular-nums">
              {weekday(date)} {longDay(date)}
              <button
                type="button"
                aria-label={`Remove ${longDay(date)}`}
                onClick={() => onChange(dates.filter((each) => each !== date))}
                className="flex size-9 items-center justify-center rounded-pill text-ink-soft hover:text-ink pointer-coarse:size-11"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
