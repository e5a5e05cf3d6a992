import type { StaffTourDetails } from '#shared/staff-tours.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { NO_PLACE } from './place-draft.ts'
import type { TourDraft } from './tour-draft.ts'

/** What somebody has typed and not saved, and what they had begun with. */
export type KeptDraft = { base: StaffTourDetails; draft: TourDraft }

/** Keeps what is typed of a tour for this tab: over a reload, or a visit to another page and back. */
export function keptDraft(tourId: string) {
  return tabStore<KeptDraft>(`tour-draft-1 ${tourId}`, (kept) => {
    const isDraft = typeof kept === 'object' && kept !== null && 'base' in kept && 'draft' in kept
    return isDraft ? withPlaces(kept as KeptDraft) : undefined
  })
}

/** What was typed before days had places is not lost. */
function withPlaces({ base, draft }: KeptDraft): KeptDraft {
  return { base, draft: { ...draft, itinerary: draft.itinerary.map((day) => ({ ...day, place: day.place ?? NO_PLACE })) } }
}
