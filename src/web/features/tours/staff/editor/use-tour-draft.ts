import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { errorResponseSchema } from '#shared/errors.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { keptValues, useKeeping } from '#web/components/use-kept-form.ts'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { staffTourQuery } from '../tour-queries.ts'

/** What others saved during the edit, against what the user has sent. */
export type Conflict<Sent> = { theirs: StaffTourDetails; mine: Sent; changes: TourChange[] }

type Rules<Draft, Sent, Body extends Sent> = {
  loaded: StaffTourDetails
  /** Names unsaved input in the tab’s store. */
  key: string
  draftOf: (tour: StaffTourDetails) => Draft
  check: (draft: Draft) => Checked<Body>
  failed: string
  send: (seen: StaffTourDetails, sent: Sent) => Promise<StaffTourDetails>
  /** By default the saved tour is shown as if it had just been opened. */
  afterSaving?: (saved: Draft, draft: Draft) => Draft
  /** Puts the server’s errors at the fields that are typed into. */
  refusal?: (error: unknown, draft: Draft) => unknown
  onSaved: (saved: StaffTourDetails) => void
}

/** State of a form about a tour. Unsaved input is kept in the tab, and no one’s changes are overwritten unseen. */
export function useTourDraft<Draft extends FieldValues, Sent, Body extends Sent = Sent>(rules: Rules<Draft, Sent, Body>) {
  const { loaded, key, draftOf, check, failed, send, afterSaving = (saved) => saved, refusal = (error) => error, onSaved } = rules
  const client = useQueryClient()
  const [kept] = useState(() => keptValues<{ base: StaffTourDetails; draft: Draft }>(key).find())
  const [base, setBase] = useState(kept?.value.base ?? loaded)
  const [conflict, setConflict] = useState<Conflict<Sent>>()

  /** Undefined if others have saved since; then `conflict` says what. */
  const save = async (sent: Sent): Promise<StaffTourDetails | undefined> => {
    try {
      return await send(base, sent)
    } catch (error) {
      const changes = changesIn(error)
      if (!changes) throw error
      const theirs = await client.query({ ...staffTourQuery(base.id), staleTime: 0 })
      setConflict({ theirs, mine: sent, changes })
      return undefined
    }
  }
  const form = useCheckedForm<Draft, Body>({
    // A draft kept by an older version lacks fields added since.
    start: { ...draftOf(loaded), ...kept?.value.draft },
    check,
    failed,
    send: async (body) => {
      try {
        const saved = await save(body)
        if (!saved) return
        begin(saved, afterSaving(draftOf(saved), form.values))
        onSaved(saved)
      } catch (error) {
        throw refusal(error, form.values)
      }
    },
  })

  const rebase = (tour: StaffTourDetails) => {
    setBase(tour)
    setConflict(undefined)
  }
  const begin = (tour: StaffTourDetails, draft: Draft = draftOf(tour)) => {
    rebase(tour)
    client.setQueryData(staffTourQuery(tour.id).queryKey, tour)
    form.reset(draft)
  }
  /** Whether two drafts come to the same, however they’re typed. */
  const isSame = (first: Draft, second: Draft) => {
    const [one, other] = [check(first), check(second)]
    if (one.success && other.success) return JSON.stringify(one.data) === JSON.stringify(other.data)
    return JSON.stringify(first) === JSON.stringify(second)
  }
  const isDirty = !isSame(form.values, draftOf(base))
  const value = useMemo(() => ({ base, draft: form.values }), [base, form.values])
  useKeeping(key, value, isDirty)
  return {
    form,
    base,
    isDirty,
    /** When the restored draft was typed; undefined if nothing was restored. */
    keptAt: isDirty ? kept?.at : undefined,
    conflict,
    save,
    begin,
    /** Goes on with what the user has typed, on top of what others have saved. */
    rebase,
    decideLater: () => setConflict(undefined),
  }
}

/** What others have changed since, if this is why a tour could not be saved. */
function changesIn(error: unknown): TourChange[] | undefined {
  if (!(error instanceof CallError) || error.code !== 'tour_changed') return undefined
  const response = errorResponseSchema.safeParse(error.body)
  return response.success ? response.data.tourChanges?.changes : undefined
}
