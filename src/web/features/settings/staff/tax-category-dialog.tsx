import { useState } from 'react'
import { rateText, type ChangeTaxCategoryBody, type NewTaxCategoryBody, type TaxCategory } from '#shared/settings/taxes.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { useAddTaxCategory, useChangeTaxCategory } from './api/write-tax-category.ts'
import { checkChange, checkNew, startOf, type TaxValues } from './tax-values.ts'

type Props = {
  /** Undefined for a new one. */
  category: TaxCategory | undefined
  onClose: () => void
  onDone: (message: string) => void
  /** Called if somebody else changed it first; `message` says how. */
  onChanged: (message: string) => void
}

export function TaxCategoryDialog({ category, onClose, onDone, onChanged }: Props) {
  const [id] = useState(() => category?.id ?? randomUuid())
  const [addTaxCategory, changeTaxCategory] = [useAddTaxCategory(), useChangeTaxCategory()]
  const form = useKeptForm<TaxValues, NewTaxCategoryBody | ChangeTaxCategoryBody>({
    keepAs: `tax-category ${category?.id ?? 'new'}`,
    start: startOf(category),
    check: (values) => (category ? checkChange(category.version, values) : checkNew(id, values)),
    send: async (body) => {
      try {
        await ('version' in body ? changeTaxCategory(id, body) : addTaxCategory(body))
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'settings_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone(`${body.name} saved.`)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={category ? `${category.name}, ${rateText(category.rateBasisPoints)}` : 'New tax category'}
      footer={
        <ActButtons onKeep={onClose} form="tax-category" isBusy={form.isBusy}>
          Save
        </ActButtons>
      }
    >
      <form {...form.props} id="tax-category" className="grid gap-4">
        <div className="space-y-3 empty:hidden">
          <KeptNote {...form.kept} />
          {form.alert && <Alert>{form.alert}</Alert>}
        </div>
        <TextField {...form.field('name')} data-first label="Name" hint="Only staff can see it." autoComplete="off" />
        {!category && (
          <TextField
            {...form.field('rate')}
            label="Rate in %"
            hint="Included in the price. You can’t change it later; for a different rate, add a category."
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <TextField
          {...form.field('accountKey')}
          label="Tax code"
          isOptional
          hint="As in your accounting software, up to 10 characters."
          autoComplete="off"
        />
        {category && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={form.values.isActive}
              onChange={(event) => form.adopt({ isActive: event.target.checked })}
              className="size-5 accent-coral-deep"
            />
            Active: can be assigned to tours and services
          </label>
        )}
      </form>
    </Dialog>
  )
}
