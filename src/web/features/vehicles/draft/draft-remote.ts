import type { DraftContent } from '#shared/vehicle-drafts.ts'
import { CallError } from '#web/lib/http.ts'
import { logProblem } from '#web/lib/log.ts'
import { findDraft, saveDraft } from '#web/features/vehicles/api.ts'
import type { KeptDraft } from './draft-merge.ts'

/** Manages the server's copy of the draft; knows the version that the next save has to name. */
export function createDraftRemote() {
  let version = 0
  let loading: Promise<KeptDraft | undefined> | undefined

  async function read(): Promise<KeptDraft> {
    const answer = await findDraft()
    version = answer.version ?? 0
    return { version, draft: answer.draft ?? null, photos: answer.photos }
  }

  /** Returns what the server has, asking only once; undefined when it cannot be reached. */
  function load(): Promise<KeptDraft | undefined> {
    loading ??= read().catch((error: unknown) => {
      logProblem('The request kept on the server could not be loaded', error)
      return undefined
    })
    return loading
  }

  /** Saves a draft there, replacing what another tab may have saved since. Returns the new version. */
  async function save(content: DraftContent): Promise<number> {
    await load()
    try {
      version = (await saveDraft(version, content)).version ?? version
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'draft_changed') throw error
      await read()
      version = (await saveDraft(version, content)).version ?? version
    }
    return version
  }

  return { load, save }
}
