import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { moved } from '../editor/moved.ts'
import { OrderButtons } from '../editor/order-buttons.tsx'
import { AddButton } from './add-button.tsx'
import { Entry } from './entry.tsx'
import { ExtraFields, type TaxChoicesOf } from './extra-fields.tsx'
import { focusNew } from './focus-new.ts'
import { newKeyed } from './ids.ts'
import type { ExtraDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'
import { extraSummary } from './summaries.ts'

const MAX_EXTRAS = 20

type Props = { form: SellingForm; currency: Currency; pictures: readonly StaffPicture[]; taxChoicesOf: TaxChoicesOf }

/** What can be had beside the tour: bikes, a transfer, lunch. */
export function ExtraList({ form, currency, pictures, taxChoicesOf }: Props) {
  const { extras } = form.values
  const [open, setOpen] = useState('')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const nameOf = (extra: ExtraDraft | undefined, at: number) => extra?.name.trim() || `Extra ${at + 1}`
  const move = (from: number, to: number) => {
    if (to < 0 || to >= extras.length) return
    form.arrange({ extras: moved(extras, from, to) })
    setSaid(`${nameOf(extras[from], from)} is now number ${to + 1}.`)
  }
  const add = () => {
    const extra = newExtra()
    form.arrange({ extras: [...extras, extra] })
    setOpen(extra.row)
    focusNew(list.current, ':scope > ul > li')
  }
  return (
    <div ref={list}>
      {extras.length > 0 && (
        <ul aria-label="Extras" className="mb-3 divide-y divide-line">
          {extras.map((extra, at) => (
            <Entry
              key={extra.row}
              title={nameOf(extra, at)}
              summary={extraSummary(extra, currency)}
              isOpen={open === extra.row}
              isWrong={form.isWrong(`extras.${at}`)}
              onToggle={() => setOpen(open === extra.row ? '' : extra.row)}
              actions={
                <OrderButtons
                  what={nameOf(extra, at)}
                  at={at}
                  count={extras.length}
                  onMove={(to) => move(at, to)}
                  onRemove={() => {
                    form.arrange({ extras: extras.toSpliced(at, 1) })
                    setSaid(`${nameOf(extra, at)} removed.`)
                    list.current?.querySelector<HTMLElement>(':scope > button')?.focus()
                  }}
                />
              }
            >
              <ExtraFields {...{ form, at, extra, currency, pictures, taxChoicesOf }} />
            </Entry>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddButton isFull={extras.length >= MAX_EXTRAS} onAdd={add}>
        Add an extra
      </AddButton>
    </div>
  )
}

function newExtra(): ExtraDraft {
  return {
    ...newKeyed(),
    name: '',
    text: '',
    picture: null,
    per: 'person',
    priceCents: '',
    isRequired: false,
    stock: '',
    isForAll: true,
    optionIds: [],
    taxCategoryId: '',
  }
}
