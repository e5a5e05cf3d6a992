import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatMoney, toMoney } from '#shared/money.ts'
import { consolePages } from '#shared/pages.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { taxCategoriesQuery, taxChoices } from '#web/features/settings/staff/tax-choices.ts'
import { staffTourQuery } from '#web/features/tours/staff/tour-queries.ts'
import { OnePrice, SellingEditor } from '#web/features/tours/staff/selling/selling-editor.tsx'
import { useSellingEditor } from '#web/features/tours/staff/selling/use-selling-editor.ts'
import { FailedPart } from './failed-part.tsx'
import { useAgencyZone, useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'

/** Seldom seen. */
const SellingConflictDialog = lazy(async () => ({
  default: (await import('#web/features/tours/staff/selling/selling-conflict-dialog.tsx')).SellingConflictDialog,
}))

export function TourSellingPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(staffTourQuery(id))
  const canEdit = useMay()('tours.write')
  if (data && (canEdit || data.selling)) return <Selling key={id} loaded={data} canEdit={canEdit} />
  return (
    <PageFrame title="Options and prices" back={{ title: 'The tour', path: consolePages.tour(id) }}>
      {data ? (
        <p>Single price. Managers can add options, age-based prices or start times.</p>
      ) : error ? (
        <FailedPart title="We couldn’t load this tour" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      )}
    </PageFrame>
  )
}

function Selling({ loaded, canEdit }: { loaded: StaffTourDetails; canEdit: boolean }) {
  const go = useNavigate()
  const editor = useSellingEditor(loaded, useAgencyZone(), () => notify('Saved.'))
  const { base, isDirty, conflict, begin, giveUp, takeOver, decideLater } = editor
  const categories = useQuery(taxCategoriesQuery).data ?? []
  const tourPath = consolePages.tour(base.id)
  useShortcuts('Options and prices', [{ keys: 'u', label: 'Back to the tour', run: () => void go(tourPath) }])
  return (
    <PageFrame title={`${base.fields.name}: options and prices`} back={{ title: 'The tour', path: tourPath }}>
      <SellingEditor
        editor={editor}
        canEdit={canEdit}
        taxChoicesOf={(own) => taxChoices(categories, own)}
        onDrop={() => (isDirty ? begin(loaded) : void go(tourPath))}
      >
        {canEdit && base.selling && (
          <OnePrice
            price={formatMoney(toMoney(base.fields.basePrice, base.fields.currency), 'if any')}
            onGiveUp={async () => {
              const saved = await giveUp()
              if (!saved) return
              begin(saved)
              notify('Switched to a single price.')
              void go(tourPath)
            }}
          />
        )}
      </SellingEditor>
      {conflict && (
        <Suspense>
          <SellingConflictDialog
            base={base}
            conflict={conflict}
            onTakeOver={() => takeOver(conflict)}
            onDrop={() => begin(conflict.theirs)}
            onClose={decideLater}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
