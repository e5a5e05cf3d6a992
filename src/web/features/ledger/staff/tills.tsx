import { infiniteQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { longDay } from '#shared/dates.ts'
import { closeTillBodySchema, MAX_TILL_DAYS, type CloseTillBody, type Till, type TillDays } from '#shared/ledger/days.ts'
import { closeTill, listTills } from '#shared/ledger/staff-calls.ts'
import { formatProviderMoney, isCurrency } from '#shared/money.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Mark } from '#web/components/mark.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { useSend } from '#web/lib/use-send.ts'

export const tillsQuery = infiniteQueryOptions({
  queryKey: [...consoleKey('ledger'), 'tills'],
  queryFn: ({ signal, pageParam }) => ask(listTills, { query: { before: pageParam } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < MAX_TILL_DAYS ? undefined : page.at(-1)?.day),
})

type Props = { day: TillDays[number]; canClose: boolean; onDone: (message: string) => void }

/** A day with its cash in each currency, and whether that was counted. */
export function TillRow({ day: { day, isOver, tills }, canClose, onDone }: Props) {
  return (
    <li
      tabIndex={-1}
      data-row
      data-place={`till ${day}`}
      aria-label={longDay(day)}
      className="grid gap-x-5 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[8rem_minmax(0,1fr)]"
    >
      <p className="text-ink-soft tabular-nums md:py-2.5">{longDay(day)}</p>
      <ul className="grid gap-y-3">
        {tills.map((till) => (
          <li key={till.currency} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-semibold tabular-nums sm:min-w-28">{formatProviderMoney(till.ledgerCents, till.currency)}</span>
            {till.closed ? (
              <Closed till={till} closed={till.closed} />
            ) : isOver ? (
              <>
                <Mark tone="waiting">Not closed</Mark>
                {canClose && (
                  <span className="ml-auto">
                    <CloseTill day={day} till={till} onDone={onDone} />
                  </span>
                )}
              </>
            ) : (
              <span className="text-ink-soft">So far today</span>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Closed({ till, closed }: { till: Till; closed: NonNullable<Till['closed']> }) {
  const { countedCents, ledgerCents, note, by, at } = closed
  const difference = differenceText(countedCents, ledgerCents, till.currency)
  const moved = movedSinceText(till)
  return (
    <>
      <Mark tone={difference || moved ? 'bad' : 'good'}>{difference ?? 'Closed'}</Mark>
      <span className="min-w-0 text-ink-soft">
        <span>{difference && `${formatProviderMoney(countedCents, till.currency)} counted by `}</span>
        <span>{!difference && 'by '}</span>
        {by ?? 'a deleted account'}, {momentText(at)}
      </span>
      {moved && <span className="basis-full text-danger">{moved}</span>}
      {note && <span className="basis-full text-ink-soft">“{note}”</span>}
    </>
  )
}

type CloseProps = { day: string; till: Till; onDone: (message: string) => void }

/** Closes the till of a day with the cash that was counted. */
function CloseTill(props: CloseProps) {
  const [isAsked, setIsAsked] = useState(false)
  if (!isCurrency(props.till.currency)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        aria-label={`Close the till for ${longDay(props.day)} (${props.till.currency.toUpperCase()})`}
        onClick={() => setIsAsked(true)}
      >
        Close the till
      </Button>
      {isAsked && <CloseDialog {...props} onClose={() => setIsAsked(false)} />}
    </>
  )
}

type Values = { counted: string; note: string }

function CloseDialog({ day, till: { currency, ledgerCents }, onDone, onClose }: CloseProps & { onClose: () => void }) {
  const send = useSend(closeTill, consoleKey('ledger'))
  const [counted, setCounted] = useState('')
  const form = useCheckedForm<Values, CloseTillBody>({
    start: { counted: '', note: '' },
    onChange: (values) => setCounted(values.counted),
    check: (values) => {
      const checked = closeTillBodySchema.safeParse({
        day,
        currency,
        ledgerCents,
        countedCents: typedCents(values.counted, currency),
        note: values.note,
      })
      if (checked.success) return checked
      // The field has the sum as it was typed.
      const issues = checked.error.issues.map((issue) => (issue.path[0] === 'countedCents' ? { ...issue, path: ['counted'] } : issue))
      return withReadings({ success: false, error: { issues } }, values, /^counted$/, currency)
    },
    send: async (body) => {
      await send({ body })
      onClose()
      onDone(`Till for ${longDay(day)} closed.`)
    },
  })
  const difference = differenceText(typedCents(counted, currency), ledgerCents, currency)
  return (
    <FormDialog form={form} onClose={onClose} title={`Close the till for ${longDay(day)}`} act="Close the till" className="space-y-4">
      <p>
        The ledger has <strong className="font-semibold">{formatProviderMoney(ledgerCents, currency)}</strong> in cash for this day (takings
        less refunds). Count the till without the opening float.
      </p>
      <TextField
        {...form.field('counted')}
        data-first
        label={`Cash counted (${currency.toUpperCase()})`}
        inputMode="decimal"
        autoComplete="off"
      />
      {difference && (
        <>
          <p className="rounded-field bg-cream px-4 py-3">
            {difference}. Closing the till posts the difference to “Write-offs”, so that the cash account matches your count.
          </p>
          <TextArea {...form.field('note')} label="Reason for the difference" rows={3} />
        </>
      )}
    </FormDialog>
  )
}

/** "$10.00 short", or undefined if nothing differs. */
export function differenceText(countedCents: number, ledgerCents: number, currency: string): string | undefined {
  const cents = countedCents - ledgerCents
  if (cents === 0 || Number.isNaN(cents)) return undefined
  return `${formatProviderMoney(Math.abs(cents), currency)} ${cents < 0 ? 'short' : 'over'}`
}

/** What has moved in the till of a day since it was closed, or undefined. */
export function movedSinceText({ currency, ledgerCents, closed }: Till): string | undefined {
  const cents = closed ? ledgerCents - closed.ledgerCents : 0
  return cents === 0 ? undefined : `${formatProviderMoney(cents, currency)} recorded after the count`
}
