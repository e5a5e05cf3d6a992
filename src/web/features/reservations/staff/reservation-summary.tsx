import { useEffect, useState, type ReactNode } from 'react'
import { formatMoney, type Currency, type Money } from '#shared/money.ts'
import { writtenCode } from '#shared/written-codes.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { isComposing } from '#web/components/disclosure.ts'
import { Panel } from '#web/components/panel.tsx'
import { SoldLines } from '#web/components/sold-lines.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { ChosenSale } from './chosen-sale.ts'
import type { ReservationDraft } from './reservation-draft.ts'

const CODE = 'promotion-code'

type PriceProps = { form: ReservationDraft; sale: ChosenSale; currency: Currency; onCode: (code: string) => void }

/** The lines of the price of a choice and their total, with a promotion code or without. */
export function PricePanel({ form, sale, currency, onCode }: PriceProps) {
  const { code } = form.values
  const { lines, ownCents, totalCents, known, isChecking } = sale
  const hasCode = code !== '' && totalCents !== undefined
  const cents = isChecking ? undefined : (totalCents ?? ownCents)
  useEffect(() => form.library.register('code').ref({ focus: () => document.getElementById(CODE)?.focus() }), [form.library])
  return (
    <Panel title="Price">
      {lines.length > 0 ? <SoldLines lines={lines} currency={currency} /> : <p className="text-ink-soft">{whyNone(sale)}</p>}
      <p
        role="status"
        className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums not-empty:mt-3 not-empty:border-t not-empty:border-line not-empty:pt-3"
      >
        {lines.length > 0 && (
          <>
            <span className="font-semibold">{code !== '' && !hasCode && !isChecking ? 'Total without the code' : 'Total'}</span>
            <strong className="font-display text-xl">{cents === undefined ? '…' : formatMoney({ cents, currency })}</strong>
          </>
        )}
      </p>
      <CodeEntry
        code={code}
        error={form.errorOf('code') ?? known.codeError}
        hint={isChecking ? 'Checking the code…' : hasCode ? `${code} applied.` : undefined}
        isBusy={form.isBusy}
        onCode={onCode}
      />
    </Panel>
  )
}

type EntryProps = { code: string; error: string | undefined; hint: string | undefined; isBusy: boolean; onCode: (code: string) => void }

/** Looks a code up when its field is left or at Enter, which does not book: the total with it is to be seen first. */
function CodeEntry({ code, error, hint, isBusy, onCode }: EntryProps) {
  const [typed, setTyped] = useState<string>()
  const apply = () => {
    setTyped(undefined)
    if (typed !== undefined) onCode(writtenCode(typed))
  }
  return (
    <TextField
      label="Promotion code"
      id={CODE}
      isOptional
      className="mt-4"
      value={typed ?? code}
      maxLength={64}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="done"
      disabled={isBusy}
      // What is said is about the code before.
      error={typed === undefined ? error : undefined}
      hint={typed === undefined ? hint : undefined}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === undefined) return
        event.preventDefault()
        if (!isComposing(event.nativeEvent)) apply()
      }}
    />
  )
}

function whyNone({ option, offer }: ChosenSale): string {
  if (!option) return 'Choose an option to see what it costs.'
  return offer && 'fault' in offer ? `${offer.message}.` : ''
}

type SummaryProps = {
  /** Of a tour with one price. */
  perPerson: Money | undefined
  guests: string
  price: Money | undefined
  /** What the booking triggers, one sentence per line. */
  lines: string[]
  alert: ReactNode
  isBusy: boolean
}

/** The price and consequences of a phone booking, above its submit button. */
export function ReservationSummary({ perPerson, guests, price, lines, alert, isBusy }: SummaryProps) {
  return (
    <Panel title="What will happen">
      {price && perPerson && (
        <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3">
          <span className="text-ink-soft tabular-nums">
            {formatMoney(perPerson, 'if any')} × {guests}
          </span>
          <span className="font-display text-xl font-semibold tabular-nums">{formatMoney(price)}</span>
        </p>
      )}
      <ul className="list-disc space-y-1.5 pl-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {alert && <Alert className="mt-4">{alert}</Alert>}
      <Button type="submit" size="small" className="mt-5 min-h-12 w-full" isBusy={isBusy}>
        {price ? `Book for ${formatMoney(price)}` : 'Book'}
      </Button>
    </Panel>
  )
}
