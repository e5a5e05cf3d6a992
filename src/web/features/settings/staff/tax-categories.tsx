import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addTaxCategory, changeTaxCategory, deleteTaxCategory } from '#shared/settings/staff-calls.ts'
import {
  changeTaxCategoryBodySchema,
  newTaxCategoryBodySchema,
  rateText,
  type ChangeTaxCategoryBody,
  type NewTaxCategoryBody,
  type TaxCategory,
} from '#shared/settings/taxes.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload, useSend } from '#web/lib/use-send.ts'
import { taxCategoriesQuery } from './tax-choices.ts'

type Props = { onDone: (message: string) => void; onFailed: (message: string) => void }

/** The tax categories, which tours and services can have as soon as there is one. */
export function TaxCategories({ onDone, onFailed }: Props) {
  const { data: categories, error } = useQuery(taxCategoriesQuery)
  const [open, setOpen] = useState<{ category?: TaxCategory }>()
  const settle = (tell: (message: string) => void) => (message: string) => {
    setOpen(undefined)
    tell(message)
  }
  const reload = useReload(taxCategoriesQuery.queryKey)
  const deleting = useCall({
    mutationFn: async ({ id }: TaxCategory) => ask(deleteTaxCategory, { params: { id } }),
    onSettled: () => void reload(),
    onSuccess: (_, { name }) => onDone(`${name} deleted.`),
    onError: (failure) => onFailed(messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)),
  })
  return (
    <Panel title="Taxes" className="max-w-3xl">
      <p className="mb-4 text-ink-soft">
        Tax categories for your accountant. Assign them to tours and services. Prices include tax, so travellers see no difference.
      </p>
      {error && !categories && <Alert className="mb-4">We couldn’t load the tax categories.</Alert>}
      {categories && categories.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {categories.map((category) => (
            <li key={category.id} aria-label={category.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 grow basis-48">
                <p className="font-semibold wrap-anywhere">
                  {category.name}, {rateText(category.rateBasisPoints)}
                </p>
                <p className="text-ink-soft">
                  {category.accountKey ? `Tax code ${category.accountKey}` : 'No tax code'}
                  <span>{!category.isActive && ', no longer in use'}</span>
                </p>
              </div>
              <div className="flex gap-2">
                <Button size="small" variant="secondary" onClick={() => setOpen({ category })}>
                  Change
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  isBusy={deleting.isPending && deleting.variables.id === category.id}
                  onClick={() => deleting.mutate(category)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" variant="secondary" className="min-h-11" onClick={() => setOpen({})}>
        New tax category
      </Button>
      {open && (
        <TaxCategoryDialog
          category={open.category}
          onClose={() => setOpen(undefined)}
          onDone={settle(onDone)}
          onChanged={settle(onFailed)}
        />
      )}
    </Panel>
  )
}

type DialogProps = {
  /** Undefined for a new one. */
  category: TaxCategory | undefined
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else changed it first; `message` says how. */
  onChanged: (message: string) => void
}

function TaxCategoryDialog({ category, onClose, onDone, onChanged }: DialogProps) {
  const [id] = useState(() => category?.id ?? randomUuid())
  const add = useSend(addTaxCategory, taxCategoriesQuery.queryKey)
  const change = useSend(changeTaxCategory, taxCategoriesQuery.queryKey)
  const form = useKeptForm<TaxValues, NewTaxCategoryBody | ChangeTaxCategoryBody>({
    keepAs: `tax-category ${category?.id ?? 'new'}`,
    start: startOf(category),
    check: (values) => (category ? checkChange(category.version, values) : checkNew(id, values)),
    send: async (body) => {
      await ('version' in body ? change({ params: { id }, body }) : add({ body }))
      form.forget()
      onDone(`${body.name} saved.`)
    },
    onChanged,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={category ? `${category.name}, ${rateText(category.rateBasisPoints)}` : 'New tax category'}
      act="Save"
    >
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
    </FormDialog>
  )
}

/** As typed; the rate is a percentage. */
export type TaxValues = { name: string; rate: string; accountKey: string; isActive: boolean }

export function startOf(category: TaxCategory | undefined): TaxValues {
  if (!category) return { name: '', rate: '', accountKey: '', isActive: true }
  const { name, rateBasisPoints, accountKey, isActive } = category
  return { name, rate: rateText(rateBasisPoints), accountKey, isActive }
}

export function checkNew(id: string, { name, rate, accountKey }: TaxValues): Checked<NewTaxCategoryBody> {
  // A basis point is to a per cent what a cent is to a unit.
  const points = typedCents(rate.replace('%', ''))
  const checked = newTaxCategoryBodySchema.safeParse({ id, name, accountKey, rateBasisPoints: points })
  if (checked.success) return checked
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: path[0] === 'rateBasisPoints' ? ['rate'] : path,
    message,
  }))
  return withReadings({ success: false, error: { issues } }, { rate: rate.replace('%', '') }, /^rate$/)
}

export function checkChange(version: number, { name, accountKey, isActive }: TaxValues) {
  return changeTaxCategoryBodySchema.safeParse({ version, name, accountKey, isActive })
}
