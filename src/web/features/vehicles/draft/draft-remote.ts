import type { DraftContent } from '#shared/vehicles/drafts.ts'
import { CallError } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { findDraft } from '../api/get-draft.ts'
import { saveDraft } from '../api/save-draft.ts'
import type { KeptDraft } from './draft-merge.ts'

/** Returns what to save instead when another window has saved `kept` since `base`, the last version known here. */
type Merge = (kept: KeptDraft, base: KeptDraft['draft']) => DraftContent

/** Keeps the server's copy of the draft, tracking its version, which the next save must name, and its content. */
export function createDraftRemote() {
  let version = 0
  let base: KeptDraft['draft'] = null
  let loading: Promise<KeptDraft | undefined> | undefined

  async function read(): Promise<KeptDraft> {
    const { version: newest, draft, photos } = await findDraft()
    return { version: newest ?? 0, draft: draft ?? null, photos }
  }

  function know(kept: KeptDraft): void {
    version = kept.version
    base = kept.draft
  }

  /** Loads the server's copy once; undefined if the server cannot be reached. */
  function load(): Promise<KeptDraft | undefined> {
    loading ??= read().then(
      (kept) => {
        know(kept)
        return kept
      },
      (error: unknown) => {
        logProblem('The request kept on the server could not be loaded', error)
        return undefined
      },
    )
    return loading
  }

  async function put(draft: DraftContent): Promise<void> {
    version = (await saveDraft(version, draft)).version ?? version
    base = draft
  }

  /** Saves a draft, or the result of `merge` if another window has saved since. Returns the new version. */
  async function save(content: DraftContent, merge: Merge): Promise<number> {
    await load()
    try {
      await put(content)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'draft_changed') throw error
      const kept = await read()
      const merged = merge(kept, base)
      know(kept)
      await put(merged)
    }
    return version
  }

  return { load, save }
}
