import { useState, type ReactNode } from 'react'
import type { Currency } from '#shared/money.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useSingleCall } from '#web/lib/use-call.ts'
import { SaveBar } from '../editor/save-bar.tsx'
import { DayPriceList, SeasonList } from './day-prices.tsx'
import { DiscountRows } from './discount-rows.tsx'
import { ExtraList, type TaxChoicesOf } from './extra-list.tsx'
import { OptionList } from './option-list.tsx'
import { CanEditContext } from './pieces.tsx'
import { TrialPanel } from './trial-panel.tsx'
import type { useSellingEditor } from './use-selling-editor.ts'

type Props = {
  editor: ReturnType<typeof useSellingEditor>
  canEdit: boolean
  taxChoicesOf: TaxChoicesOf
  onDrop: () => void
  /** Below the form. */
  children: ReactNode
}

/** What a tour sells, and beside it what people would pay. */
export function SellingEditor({ editor, canEdit, taxChoicesOf, onDrop, children }: Props) {
  const { form, base, isDirty, keptAt } = editor
  const currency: Currency = base.fields.currency
  // What the tour has only been offered can be saved as it is.
  const canSave = canEdit && (isDirty || base.selling === null)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 gap-5">
        <form {...form.props} className="min-w-0">
          {form.alert && <Alert className="mb-5">{form.alert}</Alert>}
          <KeptNote at={keptAt} onDiscard={onDrop} className="mb-5" />
          <fieldset disabled={!canEdit} className="grid min-w-0 grid-cols-1 gap-5">
            <legend className="sr-only">Options</legend>
            <CanEditContext value={canEdit}>
              <OptionList form={form} currency={currency} />
              <Panel title="Seasonal and date prices">
                <div className="flex flex-wrap gap-3">
                  <SeasonList form={form} currency={currency} />
                  <DayPriceList form={form} currency={currency} />
                </div>
              </Panel>
              <Panel title="Extras">
                <ExtraList form={form} currency={currency} pictures={base.pictures} taxChoicesOf={taxChoicesOf} />
              </Panel>
              <Panel title="Discounts">
                <p className="mb-3 text-ink-soft">Applied to traveller prices. If several apply, the best one is used.</p>
                <DiscountRows form={form} />
              </Panel>
            </CanEditContext>
            {canSave && <SaveBar isBusy={form.isBusy} onDrop={onDrop} offer={isDirty ? undefined : 'Single price until you save.'} />}
          </fieldset>
        </form>
        {children}
      </div>
      <aside
        aria-label="Price preview"
        className="grid min-w-0 grid-cols-1 gap-5 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
      >
        <TrialPanel draft={form.values} runs={base.fields.runs} currency={currency} />
      </aside>
    </div>
  )
}

type OnePriceProps = { /** "$45". */ price: string; onGiveUp: () => Promise<void> }

/** Goes back to one price for everyone, if the user means it. */
export function OnePrice({ price, onGiveUp }: OnePriceProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [alert, setAlert] = useState('')
  const { run } = useSingleCall(async () => {
    setIsAsking(false)
    setAlert('')
    try {
      await onGiveUp()
    } catch (error) {
      setAlert(messageOf(error, 'We couldn’t switch to a single price. Please try again.', NO_RESPONSE))
    }
  })
  return (
    <div>
      {alert && <Alert className="mb-3">{alert}</Alert>}
      <Button variant="quiet" size="small" className="min-h-11 text-danger!" onClick={() => setIsAsking(true)}>
        Switch to a single price
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Switch to a single price?"
          yes="Switch to a single price"
          no="Keep the options"
          onYes={run}
          onNo={() => setIsAsking(false)}
        >
          <p>
            Everyone will pay {price}. This tour’s options, start times, seasons, extras and discounts will be deleted. Existing bookings
            aren’t affected.
          </p>
        </QuestionDialog>
      )}
    </div>
  )
}
