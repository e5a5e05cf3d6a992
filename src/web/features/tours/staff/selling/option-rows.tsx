import { useRef } from 'react'
import type { Currency } from '#shared/money.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { TextField } from '#web/components/text-field.tsx'
import { newKeyed, nextStep } from './new-entries.ts'
import { AddButton, focusNew, RemoveButton } from './pieces.tsx'
import type { OptionProps } from './selling-form.ts'

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

const MAX_STEPS = 40

/** Prices for the group as a whole, by the number of people. Each step begins after the one before. */
export function GroupSteps({ form, at, option, onChange, currency }: OptionProps & { currency: Currency }) {
  const { groupSteps } = option
  const list = useRef<HTMLDivElement>(null)
  const fromOf = (index: number) => (index === 0 ? (groupSteps[0]?.from ?? '1') : String(typedWhole(groupSteps[index - 1]?.to ?? '') + 1))
  return (
    <section ref={list} aria-label="Group prices" className="grid grid-cols-1 gap-2">
      {groupSteps.map((_, index) => (
        // A step has no identity, and all of its state is in the form.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} data-step className="flex items-end gap-3">
          <span className="pb-3 whitespace-nowrap tabular-nums">{fromOf(index) === 'NaN' ? '…' : fromOf(index)} to</span>
          <TextField
            {...form.field(`options.${at}.groupSteps.${index}.to`)}
            label="People"
            inputMode="numeric"
            autoComplete="off"
            className="w-20"
          />
          <TextField
            {...form.field(`options.${at}.groupSteps.${index}.priceCents`)}
            label={`Group price (${currency.toUpperCase()})`}
            inputMode="decimal"
            autoComplete="off"
            className="w-36"
          />
          {groupSteps.length > 1 && (
            <RemoveButton
              what={`step ${index + 1}`}
              onRemove={() => {
                onChange({ groupSteps: groupSteps.toSpliced(index, 1) })
                list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
              }}
            />
          )}
        </div>
      ))}
      <AddButton
        isFull={groupSteps.length >= MAX_STEPS}
        onAdd={() => {
          onChange({ groupSteps: [...groupSteps, nextStep(option)] })
          focusNew(list.current, '[data-step]')
        }}
      >
        Add a larger group
      </AddButton>
    </section>
  )
}
