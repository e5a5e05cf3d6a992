import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boughtName } from '#shared/bookings/price-text.ts'
import type { BookingAction, ReadStory } from '#shared/bookings/staff.ts'
import { cancelBooking, getBookingMoney, refundBooking } from '#shared/cancellations/staff-calls.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { CancelBookingBody, ReadMoney } from '#shared/refunds/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { queryOf } from '#web/lib/ask.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'
import {
  actText,
  centsOf,
  checkDecision,
  consequence,
  giveableCents,
  isOutside,
  policyText,
  takeLine,
  type MoneyValues,
  type ReadLine,
} from './money-acts.ts'

type Props = {
  booking: ReadStory['booking']
  act: BookingAction
  onClose: () => void
  onDone: (message: string) => void
  /** Called if the figures have changed in between; `message` says how. */
  onChanged: (message: string) => void
}

const TITLES: Record<BookingAction, string> = { cancel: 'Cancel this booking', goodwill: 'Goodwill refund' }

const DONE: Record<BookingAction, string> = { cancel: 'Booking cancelled.', goodwill: 'Refund sent.' }

/** Refetched for each decision. */
function moneyQuery(id: string) {
  return queryOf(getBookingMoney, { params: { id } }, { key: [...consoleKey('bookings'), 'money', id], staleTime: 0, gcTime: 0 })
}

/** Explains a decision about a booking's money, asks for what it needs, and sends it. */
export function MoneyDialog(props: Props) {
  const { data: money, error, isFetchedAfterMount } = useQuery(moneyQuery(props.booking.id))
  // Cached figures may be the very ones the user was just told are out of date.
  if (money && isFetchedAfterMount) return <Decision {...props} money={money} />
  return (
    <Dialog isOpen onClose={props.onClose} title={TITLES[props.act]}>
      {error ? <Alert>{messageOf(error, 'We couldn’t load the amounts.', NO_RESPONSE)}</Alert> : <Skeleton className="h-48" />}
    </Dialog>
  )
}

function Decision({ booking, act, money: loaded, onClose, onDone, onChanged }: Props & { money: ReadMoney }) {
  // The decision is based on these figures, whatever is loaded later.
  const [money] = useState(loaded)
  const sendCancellation = useSend(cancelBooking, consoleKey('bookings'))
  const sendRefund = useSend(refundBooking, consoleKey('bookings'))
  const params = { id: booking.id }
  const form = useKeptForm<MoneyValues, CancelBookingBody>({
    keepAs: `booking ${booking.id} ${act}`,
    start: { how: 'policy', amount: '', reason: '' },
    check: (values) => checkDecision(act, values, money),
    send: async (body) => {
      try {
        await (act === 'cancel'
          ? sendCancellation({ params, body })
          : sendRefund({ params, body: { ...body, amountCents: body.amountCents ?? 0 } }))
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'figures_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone(act === 'goodwill' && isOutside(booking, money) ? 'A task has been opened to repay it manually.' : DONE[act])
    },
  })
  const { values } = form
  // Registered before the reason, as on the page, so that the first invalid field gets the focus.
  const amount = form.field('amount')
  const cents = centsOf(act, values, money)
  const isTyped = act === 'goodwill' || values.how === 'other'
  const sum = (of: number): Money => ({ cents: of, currency: money.currency })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={TITLES[act]}
      act={actText(act, booking, money, cents)}
      variant="danger"
      className="space-y-4"
    >
      <Figures money={money} />
      <BoughtLines money={money} onTake={isTyped ? (line, taken) => form.adopt((now) => takeLine(line, taken, now, money)) : undefined} />
      {act === 'cancel' && (
        <fieldset className="space-y-2">
          <legend className="mb-1.5 font-semibold">Refund amount</legend>
          <RadioChoice
            form={form}
            name="how"
            value="policy"
            text={`Under the refund policy: ${formatMoney(sum(money.policyCents))}`}
            hint={policyText(money)}
            isFirst
          />
          <RadioChoice form={form} name="how" value="other" text="A different amount" />
        </fieldset>
      )}
      {isTyped && (
        <TextField
          {...amount}
          data-first={act === 'goodwill' || undefined}
          label={`Amount in ${money.currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          hint={`Up to ${formatMoney(sum(money.leftCents))}, the unrefunded part of the payment.`}
        />
      )}
      <TextArea {...form.field('reason')} label="Reason (sent to the customer)" rows={3} />
      <p aria-live="polite" className="rounded-field bg-cream px-4 py-3">
        {consequence(act, booking, money, cents)}
      </p>
    </FormDialog>
  )
}

function Figures({ money: { paidCents, returnedCents, leftCents, currency } }: { money: ReadMoney }) {
  const figures = { Paid: paidCents, Returned: returnedCents, Left: leftCents }
  return (
    <dl className="grid grid-cols-3 divide-x divide-line max-xs:grid-cols-1 max-xs:divide-x-0 max-xs:divide-y rounded-field border border-line">
      {Object.entries(figures).map(([name, cents]) => (
        <div key={name} className="px-3 py-2">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="font-semibold tabular-nums">{formatMoney({ cents, currency })}</dd>
        </div>
      ))}
    </dl>
  )
}

type LinesProps = {
  money: ReadMoney
  /** Takes what a line cost as the amount to give back; without it the lines are only shown. */
  onTake?: ((line: ReadLine, cents: number) => void) | undefined
}

/** Booking details of a tour with options, line by line; nothing for a tour with one price. */
function BoughtLines({ money, onTake }: LinesProps) {
  const { lines, currency, totalCents } = money
  if (!lines) return null
  const sum = (cents: number) => formatMoney({ cents, currency })
  return (
    <section aria-label="Booking details" className="rounded-field border border-line">
      <ul className="divide-y divide-line">
        {lines.map((line, index) => {
          const cents = giveableCents(line, money)
          const name = boughtName(line)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a booking never change, and two may be alike
            <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
              <span className="min-w-0 wrap-anywhere">
                {name}
                {line.discountCents < 0 && <span className="block text-xs text-ink-soft">less {sum(-line.discountCents)} discount</span>}
              </span>
              <span className="ml-auto flex items-center gap-3">
                <span className={line.totalCents < 0 ? 'text-sea-deep tabular-nums' : 'tabular-nums'}>{sum(line.totalCents)}</span>
                {onTake && cents > 0 && (
                  <Button
                    variant="secondary"
                    size="small"
                    className="px-3!"
                    aria-label={`Fill in ${sum(cents)} for ${name}`}
                    onClick={() => onTake(line, cents)}
                  >
                    Fill in
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line px-3 py-2 font-semibold tabular-nums">
        <span>Total</span>
        {sum(totalCents)}
      </p>
    </section>
  )
}
