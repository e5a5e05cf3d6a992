import { unitsToCents } from '#shared/money.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { sellTour } from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useSend } from '#web/lib/use-send.ts'
import { useTourDraft, type Conflict } from '../editor/use-tour-draft.ts'
import { TOUR_LIST } from '../tour-queries.ts'
import { checkSelling, sameRows, toDraftIssue } from './check-selling.ts'
import { startOf } from './new-entries.ts'
import { toDraft, type SellingDraft } from './selling-draft.ts'
import { withLists } from './selling-form.ts'

/** State of the form of what a tour sells. `timeZone` is suggested for a tour that names none. */
export function useSellingEditor(loaded: StaffTourDetails, timeZone: string, onSaved: (saved: StaffTourDetails) => void) {
  const send = useSend(sellTour, TOUR_LIST)
  const { form, save, rebase, ...editor } = useTourDraft<SellingDraft, Selling | null, Selling>({
    loaded,
    key: `tour-selling-1 ${loaded.id}`,
    draftOf: (tour) => draftOf(tour, timeZone),
    check: checkSelling,
    failed: 'We couldn’t save the options and prices. Please try again.',
    send: async ({ id, version }, selling) => send({ params: { id }, body: { version, selling } }),
    afterSaving: sameRows,
    refusal: inDraft,
    onSaved,
  })
  return {
    ...editor,
    form: withLists(form),
    /** Goes back to one price for everyone. */
    giveUp: () => save(null),
    /** Keeps what the user has typed, in place of what others saved. */
    takeOver: ({ theirs }: Conflict<Selling | null>) => rebase(theirs),
  }
}

function draftOf({ selling, fields, pictures }: StaffTourDetails, timeZone: string): SellingDraft {
  if (selling) return toDraft(selling, pictures)
  const { basePrice, maxPeople, saleEnd } = fields
  return startOf({ basePriceCents: unitsToCents(basePrice), maxPeople, timeZone: saleEnd?.timeZone ?? timeZone })
}

/** The server’s issues at the fields that are typed into. */
function inDraft(error: unknown, draft: SellingDraft): unknown {
  if (!(error instanceof CallError)) return error
  const { status, message, code, serverMessage, body, issues } = error
  const own = issues.map(({ path, ...issue }) => toDraftIssue(draft, { ...issue, path: path.replace(/^selling\./, '') }))
  return new CallError(status, message, { code, serverMessage, body, issues: own })
}
