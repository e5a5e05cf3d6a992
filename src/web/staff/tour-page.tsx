import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { StaffReviews } from '#web/features/reviews/staff/staff-reviews.tsx'
import { staffTourQuery } from '#web/features/tours/staff/tour-queries.ts'
import { TourEditor, useTourEditor } from '#web/features/tours/staff/editor/tour-editor.tsx'
import { TourPanel, type TourAct } from '#web/features/tours/staff/editor/tour-panel.tsx'
import { TourStatusMark } from '#web/features/tours/staff/tour-status.tsx'
import { FailedPart } from './failed-part.tsx'
import { useMay } from './member.ts'
import { notify } from './notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useTaxChoices } from '#web/features/settings/staff/tax-choices.ts'

// Seldom opened; the preview is made of the parts of the public page.
const TourPreview = lazy(async () => ({ default: (await import('./tour-preview.tsx')).TourPreview }))

const dialogs = async () => import('#web/features/tours/staff/editor/tour-dialogs.tsx')
const TourConflictDialog = lazy(async () => ({ default: (await dialogs()).TourConflictDialog }))
const PublishDialog = lazy(async () => ({ default: (await dialogs()).PublishDialog }))
const DeactivateDialog = lazy(async () => ({ default: (await dialogs()).DeactivateDialog }))
const DuplicateDialog = lazy(async () => ({ default: (await dialogs()).DuplicateDialog }))

export function TourPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { data, error, isFetching, refetch } = useQuery(staffTourQuery(id))
  if (search.has('preview'))
    return (
      <Suspense fallback={null}>
        <TourPreview id={id} />
      </Suspense>
    )
  if (data) return <Tour key={id} loaded={data} />
  return (
    <PageFrame title="Tour" back={{ title: 'Tours', path: consolePages.tours }}>
      {error ? (
        <FailedPart title="We couldn’t load this tour" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeletons />
      )}
    </PageFrame>
  )
}

function Tour({ loaded }: { loaded: StaffTourDetails }) {
  const may = useMay()
  const go = useNavigate()
  const [act, setAct] = useState<TourAct>()
  const canEdit = may('tours.write')
  const editor = useTourEditor(loaded, () => notify('Saved.'))
  const { form, base, isDirty, conflict, begin, takeOver, decideLater } = editor
  const taxChoices = useTaxChoices(base.fields.taxCategoryId)
  const previewPath = `${consolePages.tour(base.id)}?preview`
  const isPublished = base.status === 'published'
  useShortcuts('This tour', [
    { keys: 'v', label: 'Preview', run: () => void go(previewPath) },
    ...(canEdit && !isDirty
      ? [
          {
            keys: 'p',
            label: isPublished ? 'Unpublish' : 'Publish',
            run: () => setAct(isPublished ? 'deactivate' : 'publish'),
          },
          { keys: 'd', label: 'Duplicate as a draft', run: () => setAct('duplicate') },
        ]
      : []),
    { keys: 'u', label: 'Back to the list', run: () => void go(consolePages.tours) },
  ])
  const onDone = (message: string) => (tour: StaffTourDetails) => {
    setAct(undefined)
    begin(tour)
    notify(message)
  }
  return (
    <PageFrame
      title={form.values.name || 'Untitled tour'}
      back={{ title: 'Tours', path: consolePages.tours }}
      note={<TourStatusMark status={loaded.status} />}
    >
      <TourEditor
        editor={editor}
        canEdit={canEdit}
        taxChoices={taxChoices}
        onDrop={() => begin(loaded)}
        below={<StaffReviews tourId={base.id} mayModerate={may('reviews.moderate')} onDone={notify} />}
      >
        <TourPanel tour={base} isDirty={isDirty} canEdit={canEdit} previewPath={previewPath} onAct={setAct} />
      </TourEditor>
      <Suspense fallback={null}>
        {conflict && (
          <TourConflictDialog
            base={base.fields}
            conflict={conflict}
            onTakeOver={() => takeOver(conflict)}
            onDrop={() => begin(conflict.theirs)}
            onClose={decideLater}
          />
        )}
        {act === 'publish' && (
          <PublishDialog tour={base} onClose={() => setAct(undefined)} onDone={onDone('Published: travellers can book it.')} />
        )}
        {act === 'deactivate' && (
          <DeactivateDialog
            tour={base}
            onClose={() => setAct(undefined)}
            onDone={onDone('Unpublished. Existing bookings aren’t affected.')}
          />
        )}
        {act === 'duplicate' && (
          <DuplicateDialog
            tour={base}
            onClose={() => setAct(undefined)}
            onDone={(copy) => {
              notify('This is the copy, saved as a draft.')
              void go(consolePages.tour(copy.id))
            }}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}

function Skeletons() {
  return (
    <div aria-busy="true" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid gap-5">
        <Skeleton className="h-96" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
