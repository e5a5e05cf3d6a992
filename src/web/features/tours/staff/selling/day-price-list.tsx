import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { TextField } from '#web/components/text-field.tsx'
import { AddButton } from './add-button.tsx'
import { ChangeFields } from './change-fields.tsx'
import { Entry } from './entry.tsx'
import { focusNew } from './focus-new.ts'
import { newKeyed } from './ids.ts'
import { RemoveButton } from './remove-button.tsx'
import type { DayPriceDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { changeInWords, dayTitle } from './summaries.ts'

const MAX_DAYS = 400

type Props = { form: SellingForm; currency: Currency }

/** Single dates with prices of their own, which go before those of a season. */
export function DayPriceList({ form, currency }: Props) {
  const { dayPrices } = form.values
  const [open, setOpen] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const change = (at: number, part: Partial<DayPriceDraft>) =>
    form.arrange(({ dayPrices: now }) => ({ dayPrices: now.map((each, index) => (index === at ? { ...each, ...part } : each)) }))
  const add = () => {
    const day: DayPriceDraft = { ...newKeyed(), day: '', changes: 'percent', direction: 'more', percent: '', prices: [] }
    form.arrange({ dayPrices: [...dayPrices, day] })
    setOpen(day.row)
    focusNew(list.current, ':scope > ul > li')
  }
  return (
    <div ref={list} className="contents">
      {dayPrices.length > 0 && (
        <ul aria-label="Single dates" className="basis-full divide-y divide-line">
          {dayPrices.map((dayPrice, at) => (
            <Entry
              key={dayPrice.row}
              title={dayTitle(dayPrice)}
              summary={changeInWords(dayPrice, form.values.options, currency)}
              isOpen={open === dayPrice.row}
              isWrong={form.isWrong(`dayPrices.${at}`)}
              onToggle={() => setOpen(open === dayPrice.row ? '' : dayPrice.row)}
              actions={
                <RemoveButton
                  what={dayTitle(dayPrice)}
                  onRemove={() => {
                    form.arrange({ dayPrices: dayPrices.toSpliced(at, 1) })
                    list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
                  }}
                />
              }
            >
              <TextField {...form.field(`dayPrices.${at}.day`)} label="Day" type="date" className="max-w-48" />
              <ChangeFields
                form={form}
                path={`dayPrices.${at}`}
                change={dayPrice}
                currency={currency}
                onChange={(part) => change(at, part)}
              />
            </Entry>
          ))}
        </ul>
      )}
      <AddButton isFull={dayPrices.length >= MAX_DAYS} onAdd={add}>
        Add a single date
      </AddButton>
    </div>
  )
}
