import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CHANGE_EVENTS, changeSchema, type Change, type ChangeNoun } from '#shared/changes.ts'
import { followChanges } from '#shared/desk/change-calls.ts'
import { staffMemberQuery } from '#web/features/accounts/staff-member.ts'
import { isNotified, noteNotification, openChannel, setNotified } from '#web/lib/event-channel.ts'
import { callAddress } from '#web/lib/http.ts'

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
      noteNotification()
      void client.invalidateQueries({ predicate: ({ queryKey }) => changes.some((change) => isChanged(queryKey, change)) })
    }

    const close = openChannel(callAddress(followChanges.path), {
      beat: CHANGE_EVENTS.beat,
      events: [CHANGE_EVENTS.change],
      onEvent: (data) => gather(changeOf(data)),
      onState: (isOpen, isAgain) => {
        setNotified(isOpen)
        if (isOpen && isAgain) gather(EVERYTHING)
      },
      // Refreshes the session, and closes the console if the role has been lost.
      renew: () => client.refetchQueries({ queryKey: staffMemberQuery.queryKey }),
    })
    const polling = setInterval(() => {
      if (!isNotified() && document.visibilityState === 'visible') gather(EVERYTHING)
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

/** Query key prefixes (second element) to refetch for each noun. */
const READ_AGAIN: Record<ChangeNoun, readonly string[]> = {
  bookings: ['bookings', 'quotes', 'departures', 'figures', 'ledger'],
  tasks: ['tasks', 'health'],
  departures: ['departures'],
  attendance: ['attendance'],
  tours: ['tours'],
  reviews: ['reviews'],
  mails: ['mails', 'enquiries', 'health'],
  services: ['services'],
  coverage: ['coverage'],
  people: ['people', 'colleagues'],
}

/** Queries about a single entry, whose key continues with its id. */
const OF_ONE = new Set(['one', 'story', 'audit', 'money', 'ticks'])
/**
 * Never refetched automatically: data being edited or decided on, which the server compares on submission, and data whose every read is
 * audited.
 */
const KEPT = new Set(['departures figures', 'tours one', 'tours deactivation'])

/** Whether a console query shows something that has changed. */
export function isChanged(key: readonly unknown[], { noun, ids }: Change): boolean {
  const [root, about, kind, id] = key
  if (root !== 'staff' || typeof about !== 'string' || KEPT.has(`${about} ${String(kind)}`)) return false
  if (noun === undefined) return Object.values(READ_AGAIN).flat().includes(about)
  // A cancellation's progress includes its emails.
  if (noun === 'mails' && about === 'departures') return kind === 'cancellation'
  if (!READ_AGAIN[noun].includes(about)) return false
  const isNamed = ids && typeof kind === 'string' && OF_ONE.has(kind) && (noun === about || (noun === 'bookings' && about === 'quotes'))
  return !isNamed || ids.includes(String(id))
}
