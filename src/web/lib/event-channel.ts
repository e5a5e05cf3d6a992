/** A stream that is silent for this long is dead, whatever the browser thinks: some proxies keep what they are sent. */
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

interface Channel {
  /** The names of the events: one that says that the stream is heard, and the others. */
  beat: string
  events: readonly string[]
  onEvent(data: string): void
  /** `isOpen`: whether events are heard from now on. `isAgain`: some may have been missed. */
  onState(isOpen: boolean, isAgain: boolean): void
  /** Called before each new try: a stream cannot renew what proves who asks. */
  renew(): Promise<unknown>
}

/**
 * Hears events of the server for as long as the page can be seen: a browser grants few connections to one host, and hidden tabs would
 * take them. Returns how to end it.
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
