import type { ComponentProps, ReactNode } from 'react'
import { editTour } from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import { Alert } from '#web/components/alert.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { useSend } from '#web/lib/use-send.ts'
import { TOUR_LIST } from '../tour-queries.ts'
import { ItinerarySection } from './itinerary-section.tsx'
import { PriceSection } from './price-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { RunsSection, SaleSection } from './schedule-sections.tsx'
import { checkDraft, mergeFields, toDraft, type TourDraft } from './tour-draft.ts'
import { FactSection, GroupSection, PictureSection, PolicySection, TextSection } from './tour-sections.tsx'
import { useTourDraft, type Conflict } from './use-tour-draft.ts'

export function useTourEditor(loaded: StaffTourDetails, onSaved: (saved: StaffTourDetails) => void) {
  const send = useSend(editTour, TOUR_LIST)
  const { rebase, ...editor } = useTourDraft<TourDraft, TourFields>({
    loaded,
    key: `tour-draft-3 ${loaded.id}`,
    draftOf: ({ fields, pictures }) => toDraft(fields, pictures),
    check: checkDraft,
    failed: 'We couldn’t save the tour. Please try again.',
    send: async ({ id, version }, fields) => send({ params: { id }, body: { version, fields } }),
    onSaved,
  })
  const { form, base } = editor
  return {
    ...editor,
    takeOver: ({ theirs, mine: sent }: Conflict<TourFields>) => {
      const { basePrice, maxPeople } = theirs.fields
      // Both follow from the options, if it has got some in the meantime.
      const mine = theirs.selling ? { ...sent, basePrice, maxPeople } : sent
      rebase(theirs)
      const own = [...form.values.images, ...form.values.itinerary.flatMap(({ images }) => images)]
      form.adopt(toDraft(mergeFields(base.fields, mine, theirs.fields).fields, [...theirs.pictures, ...own]))
    },
  }
}

type Props = {
  editor: ReturnType<typeof useTourEditor>
  canEdit: boolean
  taxChoices: ComponentProps<typeof PriceSection>['taxChoices']
  onDrop: () => void
  below: ReactNode
  children: ReactNode
}

export function TourEditor({ editor: { form, base, isDirty, keptAt }, canEdit, taxChoices, onDrop, below, children }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-5">
        <form {...form.props} className="min-w-0">
          {form.alert && <Alert className="mb-5">{form.alert}</Alert>}
          <KeptNote at={keptAt} onDiscard={onDrop} className="mb-5" />
          <fieldset disabled={!canEdit} className="grid min-w-0 grid-cols-1 gap-5">
            <legend className="sr-only">The tour</legend>
            <TextSection form={form} />
            <PictureSection form={form} />
            <ItinerarySection form={form} canEdit={canEdit} />
            <PriceSection form={form} tour={base} canEdit={canEdit} isDirty={isDirty} taxChoices={taxChoices} />
            <PolicySection form={form} />
            <GroupSection form={form} tour={base} />
            <RunsSection form={form} outside={base.daysOutsideRuns} />
            <FactSection form={form} />
            <SaleSection form={form} />
            {isDirty && <SaveBar isBusy={form.isBusy} onDrop={onDrop} />}
          </fieldset>
        </form>
        {below}
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-6">{children}</div>
    </div>
  )
}
