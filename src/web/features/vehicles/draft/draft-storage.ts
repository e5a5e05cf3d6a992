import { logProblem } from '#web/lib/log.ts'
import { restoreDraft } from './draft-merge.ts'
import type { StoredDraft } from './stored-draft.ts'

const KEY = 'vehicle-draft'

/** The draft of `owner` in this tab; somebody else's is forgotten at once. */
export function findStoredDraft(owner: string): StoredDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<StoredDraft> | null
    if (stored === null) return undefined
    const draft = stored.owner === owner ? restoreDraft(stored.draft) : undefined
    if (!draft) {
      forgetStoredDraft()
      return undefined
    }
    return { owner, version: Number(stored.version) || 0, isAhead: stored.isAhead !== false, draft }
  } catch (error) {
    logProblem('The kept request could not be read', error)
    return undefined
  }
}

export function storeDraft(stored: StoredDraft): void {
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify(stored, (key, value: unknown) => (isOfThisPage(key, value) ? undefined : value)),
    )
  } catch {
    // Storage that is full or switched off only costs the convenience.
  }
}

export function forgetStoredDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** A picture in this browser's memory is gone with the page. */
function isOfThisPage(key: string, value: unknown): boolean {
  return key === 'previewUrl' && typeof value === 'string' && value.startsWith('blob:')
}
