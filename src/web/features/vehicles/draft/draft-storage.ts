import { tabStore } from '#web/lib/tab-store.ts'
import { restoreDraft } from './draft-merge.ts'
import type { StoredDraft } from './stored-draft.ts'

/** Returns the draft of `owner` in this tab. Another owner's draft, or invalid data, is removed. */
export function findStoredDraft(owner: string): StoredDraft | undefined {
  const stored = storeOf(owner).find()
  if (!stored) forgetStoredDraft()
  return stored
}

/** Object URLs of photos do not outlive the page; `restoreDraft` restores photos by name or address. */
export function storeDraft(stored: StoredDraft): void {
  storeOf(stored.owner).keep(stored)
}

export function forgetStoredDraft(): void {
  storeOf('').forget()
}

function storeOf(visitor: string) {
  return tabStore('vehicle-draft', (kept) => readStored(kept as Partial<StoredDraft>, visitor))
}

function readStored({ owner, version, isAhead, draft }: Partial<StoredDraft>, visitor: string): StoredDraft | undefined {
  const restored = owner === visitor ? restoreDraft(draft) : undefined
  return restored && { owner: visitor, version: Number(version) || 0, isAhead: isAhead !== false, draft: restored }
}
