import { Eraser } from 'lucide-react'
import { useState } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { voidPayment } from '#shared/reservations/staff-calls.ts'
import { voidPaymentBodySchema, type VoidPaymentBody } from '#shared/reservations/staff.ts'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { amountText } from '#web/lib/amounts.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { callText, whoText } from '#web/lib/customer-texts.ts'
import { useSend } from '#web/lib/use-send.ts'

type Props = {
  booking: ReadStory['booking']
  payment: ReadStory['payments'][number]
  onDone: (message: string) => void
}

/** Voids what staff recorded by mistake, once a reason is given. */
export function VoidPayment(props: Props) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" className="-ml-3 min-h-11 text-danger!" onClick={() => setIsAsked(true)}>
        <Eraser aria-hidden="true" className="size-4" /> Void payment
      </Button>
      {isAsked && <VoidDialog {...props} onClose={() => setIsAsked(false)} />}
    </>
  )
}

function VoidDialog({ booking, payment, onDone, onClose }: Props & { onClose: () => void }) {
  const send = useSend(voidPayment, consoleKey('bookings'))
  const form = useCheckedForm<VoidPaymentBody, VoidPaymentBody>({
    start: { reason: '' },
    check: (values) => voidPaymentBodySchema.safeParse(values),
    send: async (body) => {
      await send({ params: { id: payment.id }, body })
      onClose()
      onDone('Payment voided.')
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Void this payment" act="Void the payment" variant="danger" className="space-y-4">
      <p>
        Use this for a payment that never arrived, or was recorded against the wrong booking or amount. If the money did arrive, refund it
        instead.
      </p>
      <TextArea {...form.field('reason')} data-first label="Reason (for the records)" rows={3} />
      <p className="rounded-field bg-cream px-4 py-3">{voidConsequence(booking, payment)}</p>
    </FormDialog>
  )
}

type Payment = ReadStory['payments'][number]

/** Whether a payment can be voided: recorded by staff, with nothing given back, and its booking neither over nor cancelled. The server knows more. */
export function isVoidable({ booking, refunds }: Pick<ReadStory, 'booking' | 'refunds'>, { id, providerId, role }: Payment): boolean {
  if (providerId !== null || refunds.some(({ paymentId }) => paymentId === id)) return false
  return role === 'quarantined' || (role === 'primary' && booking.status === 'confirmed')
}

/** Describes what voiding a payment does. */
export function voidConsequence({ reference, kind, customer, phone }: ReadStory['booking'], payment: Payment): string {
  const sum = amountText(payment)
  if (payment.role === 'quarantined') return `The ${sum} will count as never received and its task will close. No email is sent.`
  const again = kind === 'tour' ? 'a reservation again and keeps its seats' : 'an approved quote again'
  const told =
    customer.email === null ? callText(phone) : `If we’ve already sent the confirmation, we’ll email ${whoText(customer)} to withdraw it.`
  return `The ${sum} will count as never received. Booking ${reference} becomes ${again}, payable until at least the end of today. ${told}`
}
