import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rateText, type TaxCategory } from '#shared/settings/taxes.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useDeleteTaxCategory } from './api/delete-tax-category.ts'
import { taxCategoriesQuery } from './api/list-tax-categories.ts'
import { TaxCategoryDialog } from './tax-category-dialog.tsx'

type Props = { onDone: (message: string) => void; onFailed: (message: string) => void }

/** The tax categories, which tours and services can have as soon as there is one. */
export function TaxCategories({ onDone, onFailed }: Props) {
  const { data: categories, error } = useQuery(taxCategoriesQuery)
  const [open, setOpen] = useState<{ category?: TaxCategory }>()
  const settle = (tell: (message: string) => void) => (message: string) => {
    setOpen(undefined)
    tell(message)
  }
  const deleting = useDeleteTaxCategory({
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
