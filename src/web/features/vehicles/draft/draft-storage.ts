import { findInTab, forgetInTab, keepInTab } from '#web/lib/tab-storage.ts'
import { restoreDraft } from './draft-merge.ts'
import type { StoredDraft } from './stored-draft.ts'

const KEY = 'vehicle-draft'

/** The draft of `owner` in this tab; somebody else's, and what is no draft, is forgotten at once. */
export function findStoredDraft(owner: string): StoredDraft | undefined {
  const stored = findInTab(KEY, (kept) => readStored(kept as Partial<StoredDraft>, owner))
  if (!stored) forgetStoredDraft()
  return stored
}

function readStored({ owner, version, isAhead, draft }: Partial<StoredDraft>, visitor: string): StoredDraft | undefined {
  const restored = owner === visitor ? restoreDraft(draft) : undefined
  return restored && { owner: visitor, version: Number(version) || 0, isAhead: isAhead !== false, draft: restored }
}

/** Pictures in this browser's memory are gone with the page: `restoreDraft` knows their photos by name or by address. */
export function storeDraft(stored: StoredDraft): void {
  keepInTab(KEY, stored)
}

export function forgetStoredDraft(): void {
  forgetInTab(KEY)
}
