import type { TourFields } from '#shared/tours/staff.ts'
import type { useCheckedForm } from '#web/components/use-checked-form.ts'
import type { TourDraft } from './tour-draft.ts'

export type TourForm = ReturnType<typeof useCheckedForm<TourDraft, TourFields>>
export type SectionProps = { form: TourForm }
