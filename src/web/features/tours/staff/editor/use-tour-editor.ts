import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { StaffTourDetails, TourFields } from '#shared/tours/staff.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import { keptValues, useKeeping } from '#web/components/kept-values.ts'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { editTour } from '#shared/tours/staff-calls.ts'
import { useSend } from '#web/lib/use-send.ts'
import { staffTourQuery, TOUR_LIST } from '../tour-queries.ts'
import { changesIn } from './changes-in.ts'
import { differingFields, mergeFields } from './merged-fields.ts'
import { checkDraft, toDraft, type TourDraft } from './tour-draft.ts'

type KeptDraft = { base: StaffTourDetails; draft: TourDraft }

/** What others saved during the edit, against the user's own changes. */
export type Conflict = { theirs: StaffTourDetails; mine: TourFields; changes: TourChange[] }

/** State of the tour form. Unsaved input is kept in the tab, and nobody's changes are overwritten unseen. */
export function useTourEditor(loaded: StaffTourDetails, onSaved: (saved: StaffTourDetails) => void) {
  const client = useQueryClient()
  const save = useSend(editTour, TOUR_LIST)
  const key = `tour-draft-3 ${loaded.id}`
  const [kept] = useState(() => keptValues<KeptDraft>(key).find())
  const [base, setBase] = useState(kept?.value.base ?? loaded)
  const [conflict, setConflict] = useState<Conflict>()
  const form = useCheckedForm<TourDraft, TourFields>({
    // A draft kept by an older version lacks fields added since.
    start: { ...toDraft(loaded.fields, loaded.pictures), ...kept?.value.draft },
    check: checkDraft,
    failed: 'We couldn’t save the tour. Please try again.',
    send: async (fields) => {
      try {
        begin(await save({ params: { id: base.id }, body: { version: base.version, fields } }), onSaved)
      } catch (error) {
        const changes = changesIn(error)
        if (!changes) throw error
        const theirs = await client.query({ ...staffTourQuery(base.id), staleTime: 0 })
        setConflict({ theirs, mine: fields, changes })
      }
    },
  })

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
    base,
    isDirty,
    /** When the restored draft was typed; undefined if nothing was restored. */
    keptAt: isDirty ? kept?.at : undefined,
    conflict,
    begin,
    /** Keeps the user's own changes, applied on top of what others saved. */
    takeOver: ({ theirs, mine: typed }: Conflict) => {
      const { basePrice, maxPeople } = theirs.fields
      // Both follow from the options, if it has got some meanwhile.
      const mine = theirs.selling ? { ...typed, basePrice, maxPeople } : typed
      setBase(theirs)
      setConflict(undefined)
      const own = [...form.values.images, ...form.values.itinerary.flatMap(({ images }) => images)]
      form.adopt(toDraft(mergeFields(base.fields, mine, theirs.fields).fields, [...theirs.pictures, ...own]))
    },
    decideLater: () => setConflict(undefined),
  }
}

/** Compares two drafts, ignoring the days' keys. */
function isSame(one: TourDraft, other: TourDraft): boolean {
  const [first, second] = [one, other].map((draft) => checkDraft(draft))
  if (first?.success && second?.success) return differingFields(first.data, second.data).length === 0
  return JSON.stringify(one) === JSON.stringify(other)
}
