import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getSession } from '#web/lib/session.ts'
import { createDraftRemote, createDraftSaver } from './draft-saver.ts'
import { findStoredDraft, forgetStoredDraft, mergeDrafts, storeDraft, toContent, type StoredDraft } from './kept-draft.ts'
import { emptyDraft, isUntouched, type Draft } from './wizard-draft.ts'

/** How long the form waits for the saved draft, in milliseconds. */
const LOAD_MS = 1500

/**
 * Keeps the draft of `owner`, in this tab at once and on the server shortly after. It survives reloads, navigation, a change of device and
 * a lost session; if the server fails, only its copy is lost.
 */
export function useWizardDraft(owner: string) {
  const [stored] = useState(() => findStoredDraft(owner))
  const [draft, setDraft] = useState<Draft>(() => stored?.draft ?? emptyDraft())
  const [isReady, setIsReady] = useState(stored !== undefined)
  const latest = useRef(draft)
  const version = useRef(stored?.version ?? 0)
  const isAhead = useRef(stored?.isAhead ?? false)

  /** Applies a change that is not saved, such as upload progress. */
  const show = (next: (draft: Draft) => Draft) => {
    latest.current = next(latest.current)
    setDraft(latest.current)
  }

  const [remote] = useState(createDraftRemote)
  const [saver] = useState(() =>
    createDraftSaver({
      // Sends the newest draft, which after a failed save is no longer the scheduled one.
      put: async () => {
        let sent = latest.current
        version.current = await remote.save(toContent(sent), (kept, base) => {
          show((own) => mergeDrafts({ owner, version: version.current, isAhead: true, draft: own }, kept, base))
          sent = latest.current
          return toContent(sent)
        })
        if (latest.current !== sent) return
        isAhead.current = false
        storeForOwner({ owner, version: version.current, isAhead: false, draft: sent })
      },
    }),
  )

  const change = (next: (draft: Draft) => Draft) => {
    show(next)
    isAhead.current = true
    storeForOwner({ owner, version: version.current, isAhead: true, draft: latest.current })
    saver.schedule(latest.current)
  }

  const begin = useEffectEvent(async () => {
    const timer = setTimeout(() => setIsReady(true), LOAD_MS)
    const answer = await remote.load()
    clearTimeout(timer)
    setIsReady(true)
    if (!answer) return
    const own = { owner, version: version.current, isAhead: isAhead.current, draft: latest.current }
    const merged = mergeDrafts(isUntouched(own.draft) ? undefined : own, answer)
    version.current = answer.version
    if (merged === latest.current) return
    if (isAhead.current) change(() => merged)
    else show(() => merged)
  })
  useEffect(() => void begin(), [])

  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) void saver.flush()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      // Without a session the save would be refused; this tab's copy remains for the next sign-in.
      if (getSession().isAuthenticated) void saver.flush().then(saver.stop)
      else saver.stop()
    }
  }, [saver])

  return {
    draft,
    latest,
    isReady,
    change,
    show,
    /** Resolves after the newest draft was sent, whether or not it arrived. */
    flush: saver.flush,
    forget: () => {
      saver.stop()
      forgetStoredDraft()
    },
  }
}

/** Not if the owner has signed out in the meantime. */
function storeForOwner(stored: StoredDraft): void {
  const { isAuthenticated, email } = getSession()
  if (isAuthenticated && (email ?? '') === stored.owner) storeDraft(stored)
}

export type WizardDraft = ReturnType<typeof useWizardDraft>
