import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { unitsToCents } from '#shared/money.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import { keptValues, useKeeping } from '#web/components/kept-values.ts'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { CallError } from '#web/lib/call-error.ts'
import { sellTour } from '#shared/tours/staff-calls.ts'
import { useSend } from '#web/lib/use-send.ts'
import { staffTourQuery, TOUR_LIST } from '../tour-queries.ts'
import { changesIn } from '../editor/changes-in.ts'
import { checkSelling, toDraftIssue } from './check-selling.ts'
import { startOf } from './presets.ts'
import type { SellingDraft } from './selling-draft.ts'
import { sameRows } from './same-rows.ts'
import { withLists } from './selling-form.ts'
import { toDraft } from './to-draft.ts'

type KeptDraft = { base: StaffTourDetails; draft: SellingDraft }

/** What others have saved during the edit. */
export type SellingConflict = { theirs: StaffTourDetails; changes: TourChange[] }

/**
 * State of the form of what a tour sells. Unsaved input is kept in the tab, and nobody's changes are overwritten unseen. `timeZone` is
 * suggested for a tour that names none.
 */
export function useSellingEditor(loaded: StaffTourDetails, timeZone: string, onSaved: (saved: StaffTourDetails) => void) {
  const client = useQueryClient()
  const send = useSend(sellTour, TOUR_LIST)
  const key = `tour-selling-1 ${loaded.id}`
  const [kept] = useState(() => keptValues<KeptDraft>(key).find())
  const [base, setBase] = useState(kept?.value.base ?? loaded)
  const [conflict, setConflict] = useState<SellingConflict>()
  const draftOf = (tour: StaffTourDetails) => savedDraft(tour, timeZone)

  /** Sends it and shows in a dialog what others have saved since; true if it is saved. */
  const save = async (selling: Selling | null): Promise<StaffTourDetails | undefined> => {
    try {
      return await send({ params: { id: base.id }, body: { version: base.version, selling } })
    } catch (error) {
      const changes = changesIn(error)
      if (!changes) throw error
      const theirs = await client.query({ ...staffTourQuery(base.id), staleTime: 0 })
      setConflict({ theirs, changes })
      return undefined
    }
  }
  const form = useCheckedForm<SellingDraft, Selling>({
    start: kept?.value.draft ?? draftOf(loaded),
    check: checkSelling,
    failed: 'We couldn’t save the options and prices. Please try again.',
    send: async (selling) => {
      try {
        const saved = await save(selling)
        if (!saved) return
        begin(saved, sameRows(draftOf(saved), form.values))
        onSaved(saved)
      } catch (error) {
        throw inDraft(error, form.values)
      }
    },
  })

  const begin = (saved: StaffTourDetails, draft: SellingDraft = draftOf(saved)) => {
    setBase(saved)
    setConflict(undefined)
    client.setQueryData(staffTourQuery(saved.id).queryKey, saved)
    form.reset(draft)
  }
  const isDirty = !isSame(form.values, draftOf(base))
  const value = useMemo(() => ({ base, draft: form.values }), [base, form.values])
  useKeeping(key, value, isDirty)
  return {
    form: withLists(form),
    base,
    isDirty,
    /** When the restored draft was typed; undefined if nothing was restored. */
    keptAt: isDirty ? kept?.at : undefined,
    conflict,
    begin,
    /** Goes back to one price for everybody. */
    giveUp: () => save(null),
    /** Keeps what the user has typed, in place of what others saved. */
    takeOver: ({ theirs }: SellingConflict) => {
      setBase(theirs)
      setConflict(undefined)
    },
    decideLater: () => setConflict(undefined),
  }
}

function savedDraft({ selling, fields, pictures }: StaffTourDetails, timeZone: string): SellingDraft {
  if (selling) return toDraft(selling, pictures)
  const { basePrice, maxPeople, saleEnd } = fields
  return startOf({ basePriceCents: unitsToCents(basePrice), maxPeople, timeZone: saleEnd?.timeZone ?? timeZone })
}

/** The server's issues at the fields that are typed into. */
function inDraft(error: unknown, draft: SellingDraft): unknown {
  if (!(error instanceof CallError)) return error
  const { status, message, code, serverMessage, body, issues } = error
  const own = issues.map(({ path, ...issue }) => toDraftIssue(draft, { ...issue, path: path.replace(/^selling\./, '') }))
  return new CallError(status, message, { code, serverMessage, body, issues: own })
}

/** Whether two drafts come to the same, however it is typed. */
function isSame(one: SellingDraft, other: SellingDraft): boolean {
  const [first, second] = [checkSelling(one), checkSelling(other)]
  if (first.success && second.success) return JSON.stringify(first.data) === JSON.stringify(second.data)
  return JSON.stringify(one) === JSON.stringify(other)
}
