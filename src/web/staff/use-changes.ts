import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { CHANGE_EVENTS, changeSchema, type Change } from '#shared/changes.ts'
import { followChanges } from '#shared/desk/change-calls.ts'
import { staffMemberQuery } from '#web/features/accounts/api/get-staff-member.ts'
import { openChannel } from '#web/lib/event-channel.ts'
import { callAddress } from '#web/lib/http.ts'
import { isTold, noteTold, setTold } from '#web/lib/told.ts'
import { isChanged } from './changed-queries.ts'

/** Notifications are batched: one transaction sends several, and a busy minute many. */
const GATHER_MS = 250
const MIN_MS = 2000
/** Refetch interval for everything while there are no notifications. */
const POLL_MS = 30_000
const EVERYTHING: Change = {}

/** Refetches what the server says has changed; without notifications, refetches everything periodically. */
export function useChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    let gathered: Change[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastAt = 0

    function gather(change: Change): void {
      gathered.push(change)
      timer ??= setTimeout(readAgain, Math.max(GATHER_MS, lastAt + MIN_MS - Date.now()))
    }

    function readAgain(): void {
      timer = undefined
      // Someone about to decide keeps seeing the figures they decide on; the server reports it if these have changed.
      if (document.querySelector('dialog[open]')) {
        timer = setTimeout(readAgain, MIN_MS)
        return
      }
      const changes = gathered
      gathered = []
      lastAt = Date.now()
      noteTold()
      void client.invalidateQueries({ predicate: ({ queryKey }) => changes.some((change) => isChanged(queryKey, change)) })
    }

    const close = openChannel(callAddress(followChanges.path), {
      beat: CHANGE_EVENTS.beat,
      events: [CHANGE_EVENTS.change],
      onEvent: (data) => gather(changeOf(data)),
      onState: (isOpen, isAgain) => {
        setTold(isOpen)
        if (isOpen && isAgain) gather(EVERYTHING)
      },
      // Refreshes the session, and closes the console if the role has been lost.
      renew: () => client.refetchQueries({ queryKey: staffMemberQuery.queryKey }),
    })
    const polling = setInterval(() => {
      if (!isTold() && document.visibilityState === 'visible') gather(EVERYTHING)
    }, POLL_MS)
    return () => {
      close()
      clearInterval(polling)
      clearTimeout(timer)
    }
  }, [client])
}

/** A newer server may send nouns unknown to this page. */
function changeOf(data: string): Change {
  try {
    return changeSchema.parse(JSON.parse(data))
  } catch {
    return EVERYTHING
  }
}
