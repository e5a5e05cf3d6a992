import { useRef } from 'react'
import { TextField } from '#web/components/text-field.tsx'
import { AddButton } from './add-button.tsx'
import { focusNew } from './focus-new.ts'
import type { OptionProps } from './option-props.ts'
import { RemoveButton } from './remove-button.tsx'

const MAX_TIMES = 24

/** The times at which an option starts; without any, the day counts as a whole. */
export function StartTimes({ form, at, option: { startTimes }, onChange }: OptionProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <section ref={list} aria-label="Start times" className="grid grid-cols-1 gap-2">
      <h3 className="font-sans text-sm font-semibold tracking-normal">Start times</h3>
      {startTimes.length === 0 && <p className="text-ink-soft">None: travellers book the whole day.</p>}
      {startTimes.map((_, index) => (
        // A time has no identity, and all of its state is in the form.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} data-time className="flex flex-wrap items-end gap-3">
          <TextField
            {...form.field(`options.${at}.startTimes.${index}.time`)}
            label="Starts at"
            type="time"
            className="max-w-40 grow basis-36"
          />
          <TextField
            {...form.field(`options.${at}.startTimes.${index}.minutes`)}
            label="Duration (hours)"
            placeholder="2:30"
            autoComplete="off"
            className="max-w-32 grow basis-24"
          />
          <RemoveButton
            what={`start time ${index + 1}`}
            onRemove={() => {
              onChange({ startTimes: startTimes.toSpliced(index, 1) })
              list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
            }}
          />
        </div>
      ))}
      <AddButton
        isFull={startTimes.length >= MAX_TIMES}
        onAdd={() => {
          onChange({ startTimes: [...startTimes, { time: '', minutes: startTimes.at(-1)?.minutes ?? '' }] })
          focusNew(list.current, '[data-time]')
        }}
      >
        Add a start time
      </AddButton>
    </section>
  )
}
