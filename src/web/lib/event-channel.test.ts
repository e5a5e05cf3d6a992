import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChannel } from './event-channel.ts'

/** Stands for the browser's: it says what the test says. */
class Source extends EventTarget {
  static all: Source[] = []
  isClosed = false
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    Source.all.push(this)
  }
  say(name: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
  close(): void {
    this.isClosed = true
  }
}

let visibility: 'visible' | 'hidden'
const page = new EventTarget()
let heard: string[]
let states: [boolean, boolean][]
let renewed: number
let end: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  ;[Source.all, heard, states, renewed, visibility] = [[], [], [], 0, 'visible']
  Object.defineProperty(page, 'visibilityState', { get: () => visibility, configurable: true })
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Source)
  end = openChannel('/changes', {
    beat: 'beat',
    events: ['change'],
    onEvent: (data) => heard.push(data),
    onState: (...state) => states.push(state),
    renew: async () => void (renewed += 1),
  })
})
afterEach(() => {
  end?.()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const last = () => Source.all.at(-1) as Source

test('events are heard from the first beat on', () => {
  expect(states).toEqual([])
  last().say('beat')
  last().say('change', 'bookings')
  expect([heard, states]).toEqual([['bookings'], [[true, false]]])
})

test('after a refusal it is tried again with growing pauses, each time after what proves who asks has been renewed', async () => {
  last().say('error')
  await vi.advanceTimersByTimeAsync(1000)
  expect([Source.all.length, renewed]).toEqual([2, 1])
  last().say('error')
  await vi.advanceTimersByTimeAsync(1000)
  expect(Source.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect([Source.all.length, renewed]).toEqual([3, 2])
  expect(Source.all.slice(0, 2).every(({ isClosed }) => isClosed)).toBe(true)
})

test('a stream that falls silent is dead, and the next one says that some may have been missed', async () => {
  last().say('beat')
  await vi.advanceTimersByTimeAsync(40_000)
  last().say('beat')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(Source.all).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(11_000)
  expect([Source.all.length, states]).toEqual([
    2,
    [
      [true, false],
      [false, false],
    ],
  ])
  last().say('beat')
  expect(states.at(-1)).toEqual([true, true])
})

test('a tab that is hidden holds no connection, and takes one when it is seen again', () => {
  last().say('beat')
  visibility = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(last().isClosed).toBe(true)
  visibility = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(Source.all).toHaveLength(2)
})
