import { MAX_TICKS, tickSchema, type Attendance, type SeatAttendance, type Tick } from '#shared/bookings/attendance.ts'
import { CallError } from '#web/lib/call-error.ts'
import { findTicks, keepTicks, onTicksForgotten } from '#web/lib/waiting-ticks.ts'

/** How soon a sending that had no response is tried again, and how late at most, in milliseconds. */
const FIRST_PAUSE_MS = 3000
const LONGEST_PAUSE_MS = 60_000

export type QueueState = {
  /** Made here and not received yet, oldest first. */
  waiting: readonly Tick[]
  /** How the seats stood when the server said so last; undefined until it has. */
  standing: readonly SeatAttendance[] | undefined
  isSending: boolean
  /** Why the server does not take them: trying again by itself would not help. */
  refusal: CallError | undefined
}

type Send = (ticks: readonly Tick[]) => Promise<Attendance>

/**
 * Sends ticks in their order, and keeps each in the tab until the server has it: over a reload, and over days without a network. One that
 * is sent twice since its response was lost is one tick to the server.
 */
export class TickQueue {
  #state: QueueState
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = FIRST_PAUSE_MS
  /** Something was ticked elsewhere while a response was on its way, which may not have it yet. */
  #isAsked = false
  readonly #key: string
  readonly #send: Send
  readonly #listeners = new Set<() => void>()

  constructor(key: string, send: Send) {
    this.#key = key
    this.#send = send
    this.#state = { waiting: readTicks(key), standing: undefined, isSending: false, refusal: undefined }
    window.addEventListener('online', () => this.#goOn())
    window.addEventListener('beforeunload', (event) => {
      if (this.#state.waiting.length > 0) event.preventDefault()
    })
    onTicksForgotten(() => this.#set({ waiting: readTicks(key) }))
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly getState = () => this.#state

  add(tick: Tick): void {
    this.#keep([...this.#state.waiting, tick])
    this.#goOn()
  }

  /** Sends what waits, also after a refusal; where nothing does, asks how the seats stand. */
  readonly refresh = () => {
    this.#set({ refusal: undefined })
    void this.#flush()
  }

  /** Asks how the seats stand, since somebody else may have ticked; not after a refusal, which would only come again. */
  readonly ask = () => {
    if (this.#state.isSending) this.#isAsked = true
    else if (!this.#state.refusal) void this.#flush()
  }

  #goOn(): void {
    if (this.#state.waiting.length > 0 && !this.#state.refusal) void this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#state.isSending) return
    this.#isAsked = false
    clearTimeout(this.#timer)
    const batch = this.#state.waiting.slice(0, MAX_TICKS)
    this.#set({ isSending: true })
    try {
      const { attendance } = await this.#send(batch)
      const sent = new Set(batch.map(({ id }) => id))
      this.#pauseMs = FIRST_PAUSE_MS
      this.#set({ standing: attendance, isSending: false })
      this.#keep(this.#state.waiting.filter(({ id }) => !sent.has(id)))
      if (this.#isAsked) void this.#flush()
      else this.#goOn()
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
      this.#set({ isSending: false, refusal: isRefused ? error : undefined })
      if (!isRefused) this.#tryLater()
    }
  }

  #tryLater(): void {
    this.#timer = setTimeout(() => this.#goOn(), this.#pauseMs)
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
  }

  #keep(waiting: readonly Tick[]): void {
    keepTicks(this.#key, waiting)
    this.#set({ waiting })
  }

  #set(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the ticks that this tab has kept; what is none of them is left out. */
function readTicks(key: string): Tick[] {
  return findTicks(key).flatMap((kept) => {
    const { data } = tickSchema.safeParse(kept)
    return data ? [data] : []
  })
}

const queues = new Map<string, TickQueue>()

/** Returns the queue of a key: the same one for as long as the page is there, so that it goes on sending on other pages. */
export function tickQueue(key: string, send: Send): TickQueue {
  const queue = queues.get(key) ?? new TickQueue(key, send)
  queues.set(key, queue)
  return queue
}
