import { lazy, Suspense, useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { moved, OrderButtons } from '../editor/reordering.tsx'
import { newKeyed } from './new-entries.ts'
import { AddButton, CheckBoxes, Entry, focusNew, RadioLine } from './pieces.tsx'
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

/** Cropping and ordering weigh more than the rest of the page. */
const ExtraPicture = lazy(async () => ({ default: (await import('./extra-picture.tsx')).ExtraPicture }))

/** The tax categories to choose from for what has this one; empty if the agency has none. */
export type TaxChoicesOf = (own: string | null) => readonly { value: string; label: string }[]

const PER = [
  { value: 'person', label: 'per person' },
  { value: 'booking', label: 'per booking' },
]
const CHOSEN = [
  { value: 'chosen', label: 'Optional' },
  { value: 'required', label: 'Always included' },
] as const
const WITH = [
  { value: 'all', label: 'Every option' },
  { value: 'some', label: 'Some options' },
] as const

type ExtraFieldsProps = {
  form: SellingForm
  at: number
  extra: ExtraDraft
  currency: Currency
  /** What the tour shows already. */
  pictures: readonly StaffPicture[]
  taxChoicesOf: TaxChoicesOf
}

function ExtraFields({ form, at, extra, currency, pictures, taxChoicesOf }: ExtraFieldsProps) {
  const { options } = form.values
  const path = `extras.${at}` as const
  const taxChoices = taxChoicesOf(extra.taxCategoryId || null)
  const change = (part: Partial<ExtraDraft>) =>
    form.arrange(({ extras }) => ({ extras: extras.map((each, index) => (index === at ? { ...each, ...part } : each)) }))
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4 @lg:grid-cols-[minmax(0,1fr)_7rem_9rem]">
        <TextField {...form.field(`${path}.name`)} label="Name" autoComplete="off" className="col-span-2 @lg:col-span-1" />
        <TextField
          {...form.field(`${path}.priceCents`)}
          label={`Price, ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField {...form.choice(`${path}.per`)} label="Charged" options={PER} />
        <TextArea {...form.field(`${path}.text`)} label="Text" isOptional rows={2} className="col-span-2 @lg:col-span-3" />
      </div>
      <Suspense fallback={<Skeleton className="h-16" />}>
        <ExtraPicture form={form} extra={extra} pictures={pictures} />
      </Suspense>
      <RadioLine
        legend="Availability"
        isLegendHidden
        value={extra.isRequired ? 'required' : 'chosen'}
        choices={CHOSEN}
        onChange={(value) => change({ isRequired: value === 'required' })}
      />
      {options.length > 1 && (
        <RadioLine
          legend="Applies to"
          value={extra.isForAll ? 'all' : 'some'}
          choices={WITH}
          onChange={(value) => change({ isForAll: value === 'all' })}
        />
      )}
      {options.length > 1 && !extra.isForAll && (
        <CheckBoxes
          legend="These options"
          error={form.errorOf(`${path}.optionIds`)}
          chosen={extra.optionIds}
          choices={options.map(({ key, name }, index) => ({ value: key, label: name.trim() || `Option ${index + 1}` }))}
          onChange={(optionIds) => change({ optionIds })}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 @md:grid-cols-2">
        <TextField
          {...form.field(`${path}.stock`)}
          label="Stock per departure"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Leave empty for no limit."
        />
        {taxChoices.length > 0 && (
          <SelectField {...form.choice(`${path}.taxCategoryId`)} label="Tax category" isOptional options={taxChoices} placeholder="None" />
        )}
      </div>
    </>
  )
}
