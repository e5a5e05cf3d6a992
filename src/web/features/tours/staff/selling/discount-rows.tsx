import { useRef } from 'react'
import { TextField } from '#web/components/text-field.tsx'
import { AddButton, focusNew, RemoveButton } from './pieces.tsx'
import type { SellingForm } from './selling-form.ts'

const MAX_ROWS = 10

const DISCOUNTS = [
  { list: 'earlyBooking', add: 'Early booking', name: 'Early booking', label: 'Minimum days before' },
  { list: 'lastMinute', add: 'Last minute', name: 'Last minute', label: 'Maximum days before' },
  { list: 'groupDiscounts', add: 'Group', name: 'Group discount', label: 'Minimum people' },
] as const

/** Less for those who book early, late or as a group. The best one counts. */
export function DiscountRows({ form }: { form: SellingForm }) {
  const { earlyBooking, lastMinute, groupDiscounts } = form.values
  const rows = useRef<HTMLDivElement>(null)
  const counts = { earlyBooking: earlyBooking.length, lastMinute: lastMinute.length, groupDiscounts: groupDiscounts.length }
  const add = (list: (typeof DISCOUNTS)[number]['list']) => {
    if (list === 'groupDiscounts') form.arrange({ groupDiscounts: [...groupDiscounts, { fromPeople: '', percent: '' }] })
    else form.arrange({ [list]: [...form.values[list], { daysBefore: '', percent: '' }] })
    focusNew(rows.current, `[data-discount="${list}"]`)
  }
  const remove = (list: (typeof DISCOUNTS)[number]['list'], at: number) => {
    form.arrange({ [list]: form.values[list].filter((_, index) => index !== at) })
    rows.current?.querySelector<HTMLElement>('[data-adds] button')?.focus()
  }
  return (
    <div ref={rows} className="@container grid grid-cols-1 gap-3">
      {DISCOUNTS.flatMap(({ list, name, label }) =>
        Array.from({ length: counts[list] }, (_, at) => (
          <div
            key={`${list}-${at}`}
            data-discount={list}
            role="group"
            aria-label={name}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-x-3 gap-y-1 @xl:grid-cols-[7.5rem_10rem_12rem_2.75rem]"
          >
            <p className="font-semibold col-span-3 @xl:col-span-1 @xl:pt-9.5">{name}</p>
            <TextField
              {...form.field(list === 'groupDiscounts' ? `${list}.${at}.fromPeople` : `${list}.${at}.daysBefore`)}
              label={label}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              {...form.field(`${list}.${at}.percent`)}
              label="Discount (%)"
              inputMode="numeric"
              autoComplete="off"
              className="[&_input]:max-w-24"
            />
            <RemoveButton what={name} className="mt-7" onRemove={() => remove(list, at)} />
          </div>
        )),
      )}
      <div data-adds className="flex flex-wrap gap-2">
        {DISCOUNTS.map(({ list, add: label }) => (
          <AddButton key={list} isFull={counts[list] >= MAX_ROWS} onAdd={() => add(list)}>
            {label}
          </AddButton>
        ))}
      </div>
    </div>
  )
}
