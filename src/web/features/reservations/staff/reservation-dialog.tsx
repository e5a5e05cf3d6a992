import type { Day } from '#shared/dates.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { unitsToCents } from '#shared/money.ts'
import type { OfflinePaymentBody } from '#shared/reservations/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { amountText } from '#web/lib/amounts.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { checkPayment, SET_ASIDE, type PaymentValues } from './payment-record.ts'
import { useRecordOfflinePayment } from './api/record-offline-payment.ts'
import { useReleaseReservation } from './api/release-reservation.ts'
import { useSendPaymentLink } from './api/send-payment-link.ts'

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
  const [recordOfflinePayment, sendPaymentLink, releaseReservation] = [
    useRecordOfflinePayment(),
    useSendPaymentLink(),
    useReleaseReservation(),
  ]
  const isOver = status !== 'pending' && status !== 'expired' && status !== 'approved'
  const start: PaymentValues = {
    method: reservation?.payBy === 'cash' ? 'cash' : 'transfer',
    reference: '',
    paidOn: today,
    paysFor: isOver ? 'other' : 'price',
    amount: total,
  }
  const form = useCheckedForm<PaymentValues, OfflinePaymentBody>({
    start,
    check: (values) => checkPayment(act === 'record' ? values : { ...values, reference: '-' }, unitsToCents(Number(total))),
    send: async (payment) => {
      if (act === 'record') await recordOfflinePayment(id, payment)
      else await (act === 'link' ? sendPaymentLink(id) : releaseReservation(id))
      onDone(payment.isSetAside ? 'Payment recorded. A manager will review it.' : done)
    },
  })
  const isSetAside = act === 'record' && form.values.paysFor === 'other'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <ActButtons
          onKeep={onClose}
          first={act === 'record' ? undefined : 'keep'}
          form="reservation"
          variant={act === 'release' ? 'danger' : 'primary'}
          isBusy={form.isBusy}
        >
          {isSetAside ? 'Record payment' : yes}
        </ActButtons>
      }
    >
      <form {...form.props} id="reservation" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        {act === 'record' && (
          <>
            <fieldset className="space-y-2">
              <legend className="mb-1.5 font-semibold">Payment method</legend>
              <RadioChoice form={form} name="method" value="transfer" text="By transfer" />
              <RadioChoice form={form} name="method" value="cash" text="In cash" />
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
            {isSetAside && (
              <TextField {...form.field('amount')} label={`Amount in ${booking.currency.toUpperCase()}`} inputMode="decimal" />
            )}
          </>
        )}
        <p>{isSetAside ? SET_ASIDE : consequence(act, booking)}</p>
      </form>
    </Dialog>
  )
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
