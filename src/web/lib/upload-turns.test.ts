import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorOfResponse } from '#web/lib/call-error.ts'
import { uploadInTurn } from './upload-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (status: number, code: string) => errorOfResponse(status, { code, message: code })

test('files are sent one after the other, also after one that fails', async () => {
  const order: string[] = []
  const send = (name: string, end: () => Promise<string>) =>
    uploadInTurn(async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      order.push(`${name} ends`)
      return end()
    })
  const sent = Promise.allSettled([
    send('a', async () => 'a'),
    send('b', async () => {
      throw refusal(415, 'unsupported_media_type')
    }),
    send('c', async () => 'c'),
  ])
  await vi.runAllTimersAsync()
  expect((await sent).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test.each([
  [429, 'too_many_uploads'],
  [503, 'uploads_full'],
])('a file for which there is no room (%i) is sent again until there is', async (status, code) => {
  const send = vi.fn<() => Promise<string>>().mockResolvedValue('sent')
  send.mockRejectedValueOnce(refusal(status, code)).mockRejectedValueOnce(refusal(status, code))
  const sent = uploadInTurn(send)
  await vi.advanceTimersByTimeAsync(9999)
  expect(send).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toBe('sent')
})

test('after ten minutes without room the reason is told', async () => {
  const send = vi.fn<() => Promise<never>>().mockRejectedValue(refusal(429, 'too_many_uploads'))
  const [sent] = await Promise.all([Promise.allSettled([uploadInTurn(send)]), vi.advanceTimersByTimeAsync(10 * 60_000)])
  expect(sent).toMatchObject([{ status: 'rejected', reason: { code: 'too_many_uploads' } }])
})

test.each([
  [429, 'too_many_requests'],
  [503, 'unavailable'],
  [408, 'request_timeout'],
])('any other refusal (%i %s) is told at once', async (status, code) => {
  const send = vi.fn<() => Promise<never>>().mockRejectedValue(refusal(status, code))
  await expect(uploadInTurn(send)).rejects.toThrow(code)
  expect(send).toHaveBeenCalledTimes(1)
})
