import { useRef } from 'react'
import type { Currency } from '#shared/money.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { TextField } from '#web/components/text-field.tsx'
import { AddButton } from './add-button.tsx'
import { focusNew } from './focus-new.ts'
import type { OptionProps } from './option-props.ts'
import { nextStep } from './presets.ts'
import { RemoveButton } from './remove-button.tsx'

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
