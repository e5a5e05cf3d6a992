import { guestsText } from '#shared/bookings/guests-text.ts'
import { unitsToCents } from '#shared/money.ts'
import { offlinePaymentBodySchema } from '#shared/reservations/staff.ts'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { amountText } from '#web/lib/amounts.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'
import { RadioChoice } from '#web/components/radio-choice.tsx'
import { useRecordOfflinePayment } from './api/record-offline-payment.ts'
import { useReleaseReservation } from './api/release-reservation.ts'
import { useSendPaymentLink } from './api/send-payment-link.ts'

export type ReservationAct = 'record' | 'link' | 'release'

type Booking = ReadStory['booking']
type Props = {
  booking: Booking
  act: ReservationAct
  onClose: () => void
  onDone: (message: string) => void
}
type Values = { method: 'cash' | 'transfer'; reference: string }

const TEXTS: Record<ReservationAct, { title: string; yes: string; done: string }> = {
  record: { title: 'Record a payment', yes: 'Record and confirm', done: 'The booking is confirmed.' },
  link: { title: 'Send the link again', yes: 'Send again', done: 'The link is on its way.' },
  release: { title: 'Release the seats', yes: 'Release the seats', done: 'The seats are free again.' },
}

/** Explains an action on reserved seats, asks for what it needs, and carries it out. */
export function ReservationDialog({ booking, act, onClose, onDone }: Props) {
  const { id, total, reservation } = booking
  const { title, yes, done } = TEXTS[act]
  const [recordOfflinePayment, sendPaymentLink, releaseReservation] = [
    useRecordOfflinePayment(),
    useSendPaymentLink(),
    useReleaseReservation(),
  ]
  const form = useCheckedForm<Values, Values>({
    start: { method: reservation?.payBy === 'cash' ? 'cash' : 'transfer', reference: '' },
    check: (values) => (act === 'record' ? checkPayment(values) : { success: true, data: values }),
    send: async (values) => {
      if (act === 'record') await recordOfflinePayment(id, { ...values, totalCents: unitsToCents(Number(total)) })
      else await (act === 'link' ? sendPaymentLink(id) : releaseReservation(id))
      onDone(done)
    },
  })
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
          {yes}
        </ActButtons>
      }
    >
      <form {...form.props} id="reservation" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        {act === 'record' && (
          <>
            <fieldset className="space-y-2">
              <legend className="mb-1.5 font-semibold">How it was paid</legend>
              <RadioChoice form={form} name="method" value="transfer" text="By transfer" />
              <RadioChoice form={form} name="method" value="cash" text="In cash" />
            </fieldset>
            <TextField
              {...form.field('reference')}
              data-first
              label="Reference"
              autoComplete="off"
              hint="Of the transfer, or the number of the receipt."
            />
          </>
        )}
        <p>{consequence(act, booking)}</p>
      </form>
    </Dialog>
  )
}

function checkPayment(values: Values) {
  return offlinePaymentBodySchema.safeParse({ ...values, totalCents: 0 })
}

function consequence(act: ReservationAct, { total, currency, reference, guests, customer, phone, reservation }: Booking): string {
  const sum = amountText({ amount: total, currency })
  const [who, isReached] = [whoText(customer), customer.email !== null]
  switch (act) {
    case 'record':
      return `All of the price, ${sum}, counts as paid, booking ${reference} is confirmed${isReached ? `, and ${who} gets the confirmation by email` : ''}.${reservation?.payBy === 'link' ? ' The payment link stops working.' : ''}${isReached ? '' : ` ${callText(phone)}`}`
    case 'link':
      return `${who} gets another email with a link to pay ${sum} by card. The links sent before work as well, until it is due.`
    case 'release':
      return `The seats of ${guestsText(guests ?? 0)} are free again and booking ${reference} ends unpaid. ${isReached ? `${who} gets an email that says so.` : callText(phone)} No money moves.`
  }
}
