import { useEffect, useState } from 'react'
import { formatMoney, type Currency } from '#shared/money.ts'
import { writtenCode } from '#shared/written-codes.ts'
import { Panel } from '#web/components/panel.tsx'
import { SoldLines } from '#web/components/sold-lines.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { isComposing } from '#web/components/disclosure.ts'
import type { ReservationDraft } from './reservation-draft.ts'
import type { ChosenSale } from './use-chosen-offer.ts'

const CODE = 'promotion-code'

type Props = { form: ReservationDraft; sale: ChosenSale; currency: Currency; onCode: (code: string) => void }

/** The lines of the price of a choice and their total, with a promotion code or without. */
export function PricePanel({ form, sale, currency, onCode }: Props) {
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
