import { useRef } from 'react'
import { TextField } from '#web/components/text-field.tsx'
import { AddButton } from './add-button.tsx'
import { focusNew } from './focus-new.ts'
import { newKeyed } from './ids.ts'
import type { OptionProps } from './option-props.ts'
import { RemoveButton } from './remove-button.tsx'

const MAX_PICKUPS = 40

/** Where people can be fetched. */
export function PickupRows({ form, at, option: { pickups }, onChange }: OptionProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <section ref={list} aria-label="Pickup places" className="grid grid-cols-1 gap-2">
      <h4 className="font-sans text-sm font-semibold tracking-normal">Pickup places</h4>
      {pickups.map(({ row, place }, index) => (
        <div key={row} data-pickup className="flex items-end gap-3">
          <TextField {...form.field(`options.${at}.pickups.${index}.place`)} label="Place" autoComplete="off" className="grow" />
          <TextField
            {...form.field(`options.${at}.pickups.${index}.minutesBefore`)}
            label="Minutes before"
            inputMode="numeric"
            autoComplete="off"
            className="w-28 shrink-0"
          />
          <RemoveButton
            what={place || `pickup place ${index + 1}`}
            onRemove={() => {
              onChange({ pickups: pickups.toSpliced(index, 1) })
              list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
            }}
          />
        </div>
      ))}
      <AddButton
        isFull={pickups.length >= MAX_PICKUPS}
        onAdd={() => {
          onChange({ pickups: [...pickups, { ...newKeyed(), place: '', minutesBefore: pickups.at(-1)?.minutesBefore ?? '30' }] })
          focusNew(list.current, '[data-pickup]')
        }}
      >
        Add a pickup place
      </AddButton>
    </section>
  )
}
