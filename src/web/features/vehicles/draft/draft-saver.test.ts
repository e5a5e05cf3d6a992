import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraftSaver } from './draft-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'debug').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

it('saves only the newest value, once typing pauses', async () => {
  const put = vi.fn<(value: string) => Promise<void>>(async () => undefined)
  const saver = createDraftSaver({ put, delayMs: 100 })
  saver.schedule('a')
  await after(60)
  saver.schedule('ab')
  await after(99)
  expect(put).not.toHaveBeenCalled()
  await after(1)
  expect(put.mock.calls).toEqual([['ab']])
})

it('tries again after a failure and then gives up silently', async () => {
  const put = vi.fn<(value: string) => Promise<void>>(() => Promise.reject(new Error('offline')))
  const saver = createDraftSaver({ put, delayMs: 100, retryMs: [200, 300] })
  saver.schedule('a')
  await after(100)
  expect(put).toHaveBeenCalledTimes(1)
  await after(200)
  await after(300)
  expect(put).toHaveBeenCalledTimes(3)
  await after(100_000)
  expect(put).toHaveBeenCalledTimes(3)
})

it('sends one call at a time, and a flush waits for the last', async () => {
  let isBusy = false
  const put = vi.fn<(value: string) => Promise<void>>(async () => {
    expect(isBusy).toBe(false)
    isBusy = true
    await new Promise((resolve) => setTimeout(resolve, 50))
    isBusy = false
  })
  const saver = createDraftSaver({ put, delayMs: 10 })
  saver.schedule('a')
  await after(20)
  saver.schedule('b')
  const flushed = saver.flush()
  await after(200)
  await flushed
  expect(put.mock.calls).toEqual([['a'], ['b']])
})

it('forgets what is waiting when it is stopped', async () => {
  const put = vi.fn<(value: string) => Promise<void>>(async () => undefined)
  const saver = createDraftSaver({ put, delayMs: 10 })
  saver.schedule('a')
  saver.stop()
  await after(1000)
  expect(put).not.toHaveBeenCalled()
})
