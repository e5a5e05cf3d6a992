import { Eraser } from 'lucide-react'
import { useState } from 'react'
import type { ReadStory } from '#shared/bookings/staff.ts'
import { voidPaymentBodySchema, type VoidPaymentBody } from '#shared/reservations/staff.ts'
import { ActButtons } from '#web/components/form-dialog.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useVoidPayment } from './api/void-payment.ts'
import { voidConsequence } from './voidable.ts'

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
  const voidPayment = useVoidPayment()
  const form = useCheckedForm<VoidPaymentBody, VoidPaymentBody>({
    start: { reason: '' },
    check: (values) => voidPaymentBodySchema.safeParse(values),
    send: async (body) => {
      await voidPayment(payment.id, body)
      onClose()
      onDone('Payment voided.')
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Void this payment"
      footer={
        <ActButtons onKeep={onClose} form="void" variant="danger" isBusy={form.isBusy}>
          Void the payment
        </ActButtons>
      }
    >
      <form {...form.props} id="void" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <p>
          Use this for a payment that never arrived, or was recorded against the wrong booking or amount. If the money did arrive, refund it
          instead.
        </p>
        <TextArea {...form.field('reason')} data-first label="Reason (for the records)" rows={3} />
        <p className="rounded-field bg-cream px-4 py-3">{voidConsequence(booking, payment)}</p>
      </form>
    </Dialog>
  )
}
