import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { errorResponseSchema } from '#shared/errors.ts'
import type { StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import { keptValues, useKeeping } from '#web/components/kept-values.ts'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useSaveTour } from '../api/save-tour.ts'
import { staffTourQuery } from '../api/get-tour.ts'
import { differingFields, mergeFields } from './merged-fields.ts'
import { checkDraft, toDraft, type TourDraft } from './tour-draft.ts'

/** What somebody has typed, and what they had begun with. */
type KeptDraft = { base: StaffTourDetails; draft: TourDraft }

/** What others have saved while somebody was writing. */
export type Conflict = { theirs: StaffTourDetails; mine: TourFields; changes: TourChange[] }

/** Runs the form of a tour: what is typed is kept in the tab until it is saved, and nobody's changes are overwritten unseen. */
export function useTourEditor(loaded: StaffTourDetails, onSaved: (saved: StaffTourDetails) => void) {
  const client = useQueryClient()
  const saveTour = useSaveTour()
  const key = `tour-draft-2 ${loaded.id}`
  const [kept] = useState(() => keptValues<KeptDraft>(key).find())
  const [base, setBase] = useState(kept?.value.base ?? loaded)
  const [conflict, setConflict] = useState<Conflict>()
  const form = useCheckedForm<TourDraft, TourFields>({
    // What an older program kept lacks what the form has had since.
    start: { ...toDraft(loaded.fields, loaded.pictures), ...kept?.value.draft },
    check: checkDraft,
    failed: 'The tour could not be saved. Please try again.',
    send: async (fields) => {
      try {
        begin(await saveTour(base.id, { version: base.version, fields }), onSaved)
      } catch (error) {
        const changes = changesIn(error)
        if (!changes) throw error
        const theirs = await client.query({ ...staffTourQuery(base.id), staleTime: 0 })
        setConflict({ theirs, mine: fields, changes })
      }
    },
  })

  /** Goes on from a tour as it is saved. */
  const begin = (saved: StaffTourDetails, then?: (saved: StaffTourDetails) => void) => {
    setBase(saved)
    setConflict(undefined)
    client.setQueryData(staffTourQuery(saved.id).queryKey, saved)
    form.reset(toDraft(saved.fields, saved.pictures))
    then?.(saved)
  }
  const isDirty = !isSame(form.values, toDraft(base.fields, base.pictures))
  const value = useMemo(() => ({ base, draft: form.values }), [base, form.values])
  useKeeping(key, value, isDirty)
  return {
    form,
    /** The tour as it was when somebody began to write. */
    base,
    isDirty,
    /** The moment at which what is shown had been typed, if it was kept. */
    keptAt: isDirty ? kept?.at : undefined,
    conflict,
    begin,
    /** Keeps one's own changes, on top of what others have saved. */
    takeOver: ({ theirs, mine }: Conflict) => {
      setBase(theirs)
      setConflict(undefined)
      const own = [...form.values.images, ...form.values.itinerary.flatMap(({ images }) => images)]
      form.adopt(toDraft(mergeFields(base.fields, mine, theirs.fields).fields, [...theirs.pictures, ...own]))
    },
    decideLater: () => setConflict(undefined),
  }
}

/** Returns whether two drafts say the same; the keys of the days are no part of it. */
function isSame(one: TourDraft, other: TourDraft): boolean {
  const [first, second] = [one, other].map((draft) => checkDraft(draft))
  if (first?.success && second?.success) return differingFields(first.data, second.data).length === 0
  return JSON.stringify(one) === JSON.stringify(other)
}

function changesIn(error: unknown): TourChange[] | undefined {
  if (!(error instanceof CallError) || error.code !== 'tour_changed') return undefined
  const response = errorResponseSchema.safeParse(error.body)
  return response.success ? response.data.tourChanges?.changes : undefined
}
