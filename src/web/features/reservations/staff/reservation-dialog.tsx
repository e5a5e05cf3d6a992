import { guestsText } from '#shared/bookings/guests-text.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import type { Day } from '#shared/dates.ts'
import { unitsToCents } from '#shared/money.ts'
import { isOffline, OFFLINE_METHODS, PAYMENT_METHODS, type OfflineMethod } from '#shared/payments/methods.ts'
import { recordOfflinePayment, releaseReservation, sendPaymentLink } from '#shared/reservations/staff-calls.ts'
import { offlinePaymentBodySchema, type OfflinePaymentBody } from '#shared/reservations/staff.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { amountText, withReadings } from '#web/lib/amounts.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { useSend } from '#web/lib/use-send.ts'

export type ReservationAct = 'record' | 'link' | 'release'

type Booking = ReadStory['booking']
type Props = {
  booking: Booking
  /** The agency's day. */
  today: Day
  act: ReservationAct
  onClose: () => void
  onDone: (message: string) => void
}

const TEXTS: Record<ReservationAct, { title: string; yes: string; done: string }> = {
  record: { title: 'Record a payment', yes: 'Record and confirm', done: 'Booking confirmed.' },
  link: { title: 'Resend the link', yes: 'Send again', done: 'Link sent.' },
  release: { title: 'Release the seats', yes: 'Release the seats', done: 'Seats released.' },
}

/** Explains an action on reserved seats, asks for what it needs, and carries it out. */
export function ReservationDialog({ booking, today, act, onClose, onDone }: Props) {
  const { id, total, reservation, status } = booking
  const { title, yes, done } = TEXTS[act]
  const record = useSend(recordOfflinePayment, consoleKey('bookings'))
  const sendLink = useSend(sendPaymentLink, consoleKey('bookings'))
  const release = useSend(releaseReservation, consoleKey('bookings'))
  const isOver = status !== 'pending' && status !== 'expired' && status !== 'approved'
  const start: PaymentValues = {
    method: reservation && isOffline(reservation.payBy) ? reservation.payBy : 'transfer',
    reference: '',
    paidOn: today,
    paysFor: isOver ? 'other' : 'price',
    amount: total,
  }
  const form = useCheckedForm<PaymentValues, OfflinePaymentBody>({
    start,
    check: (values) => checkPayment(act === 'record' ? values : { ...values, reference: '-' }, unitsToCents(Number(total))),
    send: async (payment) => {
      if (act === 'record') await record({ params: { id }, body: payment })
      else await (act === 'link' ? sendLink : release)({ params: { id } })
      onDone(payment.isSetAside ? 'Payment recorded. A manager will review it.' : done)
    },
  })
  const isSetAside = act === 'record' && form.values.paysFor === 'other'
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      act={isSetAside ? 'Record payment' : yes}
      first={act === 'record' ? undefined : 'keep'}
      variant={act === 'release' ? 'danger' : 'primary'}
      className="space-y-4"
    >
      {act === 'record' && (
        <>
          <fieldset className="space-y-2">
            <legend className="mb-1.5 font-semibold">Payment method</legend>
            {OFFLINE_METHODS.map((method) => (
              <RadioChoice key={method} form={form} name="method" value={method} text={labelOf(method)} />
            ))}
          </fieldset>
          <TextField
            {...form.field('reference')}
            data-first
            label="Reference"
            autoComplete="off"
            hint="Transfer reference or receipt number."
          />
          <TextField {...form.field('paidOn')} type="date" label="Date received" max={today} />
          {!isOver && (
            <fieldset className="space-y-2">
              <legend className="mb-1.5 font-semibold">Amount received</legend>
              <RadioChoice
                form={form}
                name="paysFor"
                value="price"
                text={`The full price, ${amountText({ amount: total, currency: booking.currency })}`}
              />
              <RadioChoice
                form={form}
                name="paysFor"
                value="other"
                text="A different amount"
                hint="A different amount, or a second payment."
              />
            </fieldset>
          )}
          {isSetAside && <TextField {...form.field('amount')} label={`Amount in ${booking.currency.toUpperCase()}`} inputMode="decimal" />}
        </>
      )}
      <p>{isSetAside ? SET_ASIDE : consequence(act, booking)}</p>
    </FormDialog>
  )
}

/** "By transfer". */
function labelOf(method: OfflineMethod): string {
  return PAYMENT_METHODS[method].words.replace(/^./, (first) => first.toUpperCase())
}

function consequence(act: ReservationAct, { total, currency, kind, reference, guests, customer, phone, reservation }: Booking): string {
  const sum = amountText({ amount: total, currency })
  const [who, isReached] = [whoText(customer), customer.email !== null]
  switch (act) {
    case 'record':
      return `The full price of ${sum} will be recorded as paid and booking ${reference} confirmed${isReached ? `, and we’ll email ${who} the confirmation` : ''}.${reservation?.payBy === 'link' || kind === 'vehicle' ? ' The payment link will stop working.' : ''}${isReached ? '' : ` ${callText(phone)}`}`
    case 'link':
      return `We’ll send ${who} another email with a link to pay ${sum} by card. Earlier links also work until the payment is due.`
    case 'release':
      return `The seats (${guestsText(guests ?? 0)}) will be released and booking ${reference} will end unpaid. ${isReached ? `We’ll email ${who} to let them know.` : callText(phone)} No payment is affected.`
  }
}

export type PaymentValues = Pick<OfflinePaymentBody, 'method' | 'reference'> & { paidOn: Day; paysFor: 'price' | 'other'; amount: string }

export const SET_ASIDE =
  'The payment is set aside and doesn’t confirm the booking by itself. A task asks a manager to accept or refund it. No email is sent.'

/** Returns the payment to record; what does not pay the price is set aside. */
export function checkPayment(
  { method, reference, paidOn, paysFor, amount }: PaymentValues,
  totalCents: number,
): Checked<OfflinePaymentBody> {
  const payment = { method, reference, totalCents, paidOn }
  if (paysFor === 'price') return offlinePaymentBodySchema.safeParse(payment)
  const receivedCents = typedCents(amount)
  const result = offlinePaymentBodySchema.safeParse({ ...payment, isSetAside: true, receivedCents })
  if (result.success) return result
  const issues = result.error.issues.map(({ path, message }) =>
    path[0] === 'receivedCents' ? { path: ['amount'], message: 'Please enter an amount' } : { path, message },
  )
  return withReadings({ success: false, error: { issues } }, { amount }, /^amount$/)
}
