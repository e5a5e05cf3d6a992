import { getDraft, saveDraft } from '#shared/vehicles/calls.ts'
import type { DraftContent } from '#shared/vehicles/drafts.ts'
import { ask } from '#web/lib/ask.ts'
import { isOutdated } from '#web/lib/call-error.ts'
import { logProblem } from '#web/lib/log.ts'
import type { KeptDraft } from './kept-draft.ts'

/** Returns what to save instead when another window has saved `kept` since `base`, the last version known here. */
type Merge = (kept: KeptDraft, base: KeptDraft['draft']) => DraftContent

/** Keeps the server's copy of the draft, tracking its version, which the next save must name, and its content. */
export function createDraftRemote() {
  let version = 0
  let base: KeptDraft['draft'] = null
  let loading: Promise<KeptDraft | undefined> | undefined

  async function read(): Promise<KeptDraft> {
    const { version: newest, draft, photos } = await ask(getDraft, {})
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
    version = (await ask(saveDraft, { body: { version, draft } })).version ?? version
    base = draft
  }

  /** Saves a draft, or the result of `merge` if another window has saved since. Returns the new version. */
  async function save(content: DraftContent, merge: Merge): Promise<number> {
    await load()
    try {
      await put(content)
    } catch (error) {
      if (!isOutdated(error)) throw error
      const kept = await read()
      const merged = merge(kept, base)
      know(kept)
      await put(merged)
    }
    return version
  }

  return { load, save }
}

type Options<T> = {
  put: (value: T) => Promise<unknown>
  /** Pause in typing before a save, in milliseconds. */
  delayMs?: number
  /** Pauses before each retry of a failed save, in milliseconds. */
  retryMs?: readonly number[]
}

/**
 * Saves the newest value after a pause, one call at a time. A failed save is retried a few times and then given up silently, since the tab
 * has a copy.
 */
export function createDraftSaver<T>({ put, delayMs = 800, retryMs = [2000, 8000, 30_000] }: Options<T>) {
  let waiting: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  let failures = 0

  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), milliseconds)
  }

  async function save(value: T): Promise<void> {
    try {
      await put(value)
      failures = 0
    } catch (error) {
      logProblem('The request could not be kept on the server', error)
      // A newer value is waiting, so this one need not be retried.
      if (waiting) return
      const pause = retryMs[failures]
      failures += 1
      if (pause === undefined) return
      waiting = { value }
      wait(pause)
    }
  }

  /** Saves a waiting value now; resolves after the attempt, successful or not. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    await underWay
    if (!waiting) return
    const { value } = waiting
    waiting = undefined
    underWay = save(value).finally(() => (underWay = undefined))
    await underWay
  }

  return {
    schedule(value: T): void {
      failures = 0
      waiting = { value }
      wait(delayMs)
    },
    flush,
    stop(): void {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
