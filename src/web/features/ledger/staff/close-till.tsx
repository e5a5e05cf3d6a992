import { useState } from 'react'
import { longDay } from '#shared/dates.ts'
import { closeTillBodySchema, type CloseTillBody, type Till } from '#shared/ledger/days.ts'
import { formatProviderMoney, isCurrency } from '#shared/money.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { useCloseTill } from './api/tills.ts'
import { differenceText } from './till-texts.ts'

type Props = { day: string; till: Till; onDone: (message: string) => void }

/** Closes the till of a day with the cash that was counted. */
export function CloseTill(props: Props) {
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

function CloseDialog({ day, till: { currency, ledgerCents }, onDone, onClose }: Props & { onClose: () => void }) {
  const closeTill = useCloseTill()
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
      await closeTill(body)
      onClose()
      onDone(`Till for ${longDay(day)} closed.`)
    },
  })
  const difference = differenceText(typedCents(counted, currency), ledgerCents, currency)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Close the till for ${longDay(day)}`}
      footer={
        <ActButtons onKeep={onClose} form="till" isBusy={form.isBusy}>
          Close the till
        </ActButtons>
      }
    >
      <form {...form.props} id="till" className="space-y-4">
        {form.alert && <Alert>{form.alert}</Alert>}
        <p>
          The ledger has <strong className="font-semibold">{formatProviderMoney(ledgerCents, currency)}</strong> in cash for this day
          (takings less refunds). Count the till without the opening float.
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
      </form>
    </Dialog>
  )
}
