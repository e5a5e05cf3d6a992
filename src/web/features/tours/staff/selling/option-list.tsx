import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { moved, OrderButtons } from '../editor/reordering.tsx'
import { zoneOptions } from '../editor/time-fields.tsx'
import { AddButton, Entry, focusNew } from './pieces.tsx'
import { OptionFields } from './option-fields.tsx'
import { optionLike } from './new-entries.ts'
import { withoutOption, type OptionDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { optionSummary } from './summaries.ts'

const MAX_OPTIONS = 12

type Props = { form: SellingForm; currency: Currency }

/** What can be chosen of the tour: languages, boats, with or without lunch. */
export function OptionList({ form, currency }: Props) {
  const { options, timeZone } = form.values
  const [open, setOpen] = useState(options.length === 1 ? 0 : -1)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const nameOf = (option: OptionDraft | undefined, at: number) => option?.name.trim() || `Option ${at + 1}`
  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return
    form.arrange({ options: moved(options, from, to) })
    setOpen(-1)
    setSaid(`${nameOf(options[from], from)} is now number ${to + 1}.`)
  }
  const remove = (at: number) => {
    form.arrange({ options: withoutOption(options, at) })
    setOpen(-1)
    setSaid(`${nameOf(options[at], at)} removed.`)
    list.current?.focus()
  }
  const error = form.errorOf('options')
  return (
    <Panel title="Options">
      <ol ref={list} tabIndex={-1} aria-label="Options" className="divide-y divide-line outline-none">
        {options.map((option, at) => (
          <Entry
            key={option.row}
            title={nameOf(option, at)}
            summary={optionSummary(option, currency)}
            isOpen={open === at}
            isWrong={form.isWrong(`options.${at}`)}
            onToggle={() => setOpen(open === at ? -1 : at)}
            actions={
              options.length > 1 && (
                <OrderButtons
                  what={nameOf(option, at)}
                  at={at}
                  count={options.length}
                  onMove={(to) => move(at, to)}
                  onRemove={() => remove(at)}
                />
              )
            }
          >
            <OptionFields form={form} at={at} option={option} currency={currency} />
          </Entry>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <AddButton
          isFull={options.length >= MAX_OPTIONS}
          onAdd={() => {
            form.arrange({ options: [...options, optionLike(options.at(-1))] })
            setOpen(options.length)
            focusNew(list.current, ':scope > li')
          }}
        >
          Add an option
        </AddButton>
        <SelectField {...form.choice('timeZone')} label="Times are local to" options={zoneOptions(timeZone)} className="w-full sm:w-64" />
      </div>
    </Panel>
  )
}
