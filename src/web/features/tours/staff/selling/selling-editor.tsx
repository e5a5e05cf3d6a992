import type { ReactNode } from 'react'
import type { Currency } from '#shared/money.ts'
import { Alert } from '#web/components/alert.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SaveBar } from '../editor/save-bar.tsx'
import { CanEditContext } from './can-edit.ts'
import { DayPriceList } from './day-price-list.tsx'
import { DiscountRows } from './discount-rows.tsx'
import type { TaxChoicesOf } from './extra-fields.tsx'
import { ExtraList } from './extra-list.tsx'
import { OptionList } from './option-list.tsx'
import { SeasonList } from './season-list.tsx'
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
