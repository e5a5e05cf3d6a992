import { create } from 'zustand'

/** A stream silent for this long is dead, whatever the browser reports: some proxies buffer what they receive. */
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

interface Channel {
  /** The event that proves the stream is alive, and the names of the others. */
  beat: string
  events: readonly string[]
  onEvent(data: string): void
  /** `isOpen`: events are now being received. `isAgain`: some may have been missed. */
  onState(isOpen: boolean, isAgain: boolean): void
  /** Called before each reconnection, since a stream cannot renew its own credentials. */
  renew(): Promise<unknown>
}

/**
 * Receives server-sent events while the page is visible: browsers allow few connections per host, and hidden tabs would use them up.
 * Returns a function that closes the channel.
 */
export function openChannel(address: string, { beat, events, onEvent, onState, renew }: Channel): () => void {
  let source: EventSource | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  let isOpen = false
  let wasOpen = false
  let isEnded = false

  function open(): void {
    if (isEnded || source || document.visibilityState === 'hidden' || typeof EventSource === 'undefined') return
    const opened = new EventSource(address, { withCredentials: true })
    source = opened
    watch()
    opened.addEventListener(beat, () => {
      watch()
      wait = FIRST_RETRY_MS
      if (isOpen) return
      isOpen = true
      onState(true, wasOpen)
      wasOpen = true
    })
    for (const name of events) opened.addEventListener(name, ({ data }: MessageEvent<string>) => onEvent(data))
    opened.addEventListener('error', fail)
  }

  function watch(): void {
    clearTimeout(silence)
    silence = setTimeout(fail, SILENCE_MS)
  }

  function close(): void {
    clearTimeout(silence)
    clearTimeout(retry)
    source?.close()
    source = undefined
    if (isOpen) onState(false, false)
    isOpen = false
  }

  function fail(): void {
    close()
    retry = setTimeout(() => void renew().then(open, fail), wait)
    wait = Math.min(wait * 2, LONGEST_RETRY_MS)
  }

  function follow(): void {
    if (document.visibilityState === 'hidden') close()
    else open()
  }

  document.addEventListener('visibilitychange', follow)
  open()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** Whether this tab receives change notifications, so that nothing needs polling. */
const useNotifications = create<{ isOpen: boolean; at: number }>(() => ({ isOpen: false, at: 0 }))

export function setNotified(isOpen: boolean): void {
  useNotifications.setState({ isOpen })
}

/** A function rather than a hook, for polling intervals, which check each time. */
export function isNotified(): boolean {
  return useNotifications.getState().isOpen
}

export function noteNotification(): void {
  useNotifications.setState({ at: Date.now() })
}

export function notifiedAt(): number {
  return useNotifications.getState().at
}
