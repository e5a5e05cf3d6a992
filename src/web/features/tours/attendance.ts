import { useEffect, useSyncExternalStore } from 'react'
import {
  MAX_TICKS,
  tickSchema,
  type Attendance,
  type AttendanceState,
  type SeatAttendance,
  type Tick,
} from '#shared/bookings/attendance.ts'
import { CallError } from '#web/lib/call-error.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { findTicks, keepTicks, onTicksForgotten } from '#web/lib/waiting-ticks.ts'

/** How often to refresh while the page is visible, since others tick too. */
const ASK_EVERY_MS = 60_000

export type TickSheet = QueueState & {
  stateOf: (bookingId: string, seat: number) => SeatState
  tick: (bookingId: string, seat: number, state: AttendanceState) => void
  refresh: () => void
}

export function useAttendance(queue: TickQueue): TickSheet {
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') queue.ask()
    }
    queue.refresh()
    const timer = setInterval(ask, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [queue])
  return {
    ...state,
    stateOf: seatStates(state),
    tick: (bookingId, seat, to) => queue.add(newTick(queue.getState(), bookingId, seat, to)),
    refresh: queue.refresh,
  }
}

/** The state of one traveller's seat. `by` and `at` are set only for a tick that the server has. */
export type SeatState = { state: AttendanceState; by?: string; at?: string; isWaiting: boolean }

type Queued = Pick<QueueState, 'waiting' | 'standing'>

const NOTHING: SeatState = { state: 'cleared', isWaiting: false }

/** Returns a lookup for the state of a seat. Local ticks show straight away, before the server has received them. */
function seatStates({ waiting, standing = [] }: Queued): (bookingId: string, seat: number) => SeatState {
  const states = new Map<string, SeatState>()
  for (const { bookingId, seat, state, by, tickedAt } of standing)
    states.set(keyOf(bookingId, seat), { state, by, at: tickedAt, isWaiting: false })
  for (const { bookingId, seat, state } of waiting) states.set(keyOf(bookingId, seat), { state, isWaiting: true })
  return (bookingId, seat) => states.get(keyOf(bookingId, seat)) ?? NOTHING
}

/** Creates a tick for now. It is dated after everything known about the seat, even if this device's clock is slow. */
function newTick({ waiting, standing = [] }: Queued, bookingId: string, seat: number, state: AttendanceState): Tick {
  const known = [...standing, ...waiting].filter((each: SeatAttendance | Tick) => each.bookingId === bookingId && each.seat === seat)
  const time = Math.max(serverNow().getTime(), ...known.map(({ tickedAt }) => Date.parse(tickedAt) + 1))
  return { id: randomUuid(), bookingId, seat, state, tickedAt: new Date(time).toISOString() }
}

type Party = { id: string; guests: number }

export function countStates(bookings: readonly Party[], stateOf: ReturnType<typeof seatStates>) {
  const states = bookings.flatMap(({ id, guests }) => Array.from({ length: guests }, (_, index) => stateOf(id, index + 1).state))
  return {
    people: states.length,
    came: states.filter((each) => each === 'came').length,
    missing: states.filter((each) => each === 'no_show').length,
  }
}

function keyOf(bookingId: string, seat: number): string {
  return `${bookingId} ${seat}`
}

/** The first and the longest pause before resending ticks that got no response. */
const FIRST_PAUSE_MS = 3000
const LONGEST_PAUSE_MS = 60_000

export type QueueState = {
  /** Made here and not yet received by the server, oldest first. */
  waiting: readonly Tick[]
  /** The server's last known attendance; undefined until it has responded. */
  standing: readonly SeatAttendance[] | undefined
  isSending: boolean
  /** Why the server rejected the ticks; retrying automatically would not help. */
  refusal: CallError | undefined
}

type Send = (ticks: readonly Tick[]) => Promise<Attendance>

/**
 * Sends ticks in order and keeps each one in the tab until the server has received it, even across reloads and days without a network. If a
 * response is lost and a tick is sent twice, the server counts it once.
 */
export class TickQueue {
  #state: QueueState
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = FIRST_PAUSE_MS
  /** A refresh was requested while a request was in flight, whose response may be too early to include the change. */
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

  /** Sends the waiting ticks, even after a refusal; if there are none, only fetches the current attendance. */
  readonly refresh = () => {
    this.#set({ refusal: undefined })
    void this.#flush()
  }

  /** Fetches the current attendance, since others tick too. Not after a refusal, which would only be repeated. */
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

/** Reads the ticks kept in this tab and drops anything that is not a valid tick. */
function readTicks(key: string): Tick[] {
  return findTicks(key).flatMap((kept) => {
    const { data } = tickSchema.safeParse(kept)
    return data ? [data] : []
  })
}

const queues = new Map<string, TickQueue>()

/** Returns the one queue for a key. It lives as long as the document, so it keeps sending after the user moves to another page. */
export function tickQueue(key: string, send: Send): TickQueue {
  const queue = queues.get(key) ?? new TickQueue(key, send)
  queues.set(key, queue)
  return queue
}
