import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '#web/components/alert.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { FactSection } from './fact-section.tsx'
import { GroupSection } from './group-section.tsx'
import { ItinerarySection } from './itinerary-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { PolicySection } from './policy-section.tsx'
import { PriceSection } from './price-section.tsx'
import { RunsSection } from './runs-section.tsx'
import { SaleSection } from './sale-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { TextSection } from './text-section.tsx'
import type { useTourEditor } from './use-tour-editor.ts'

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
