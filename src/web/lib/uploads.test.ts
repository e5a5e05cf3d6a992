import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { errorOfResponse } from '#web/lib/call-error.ts'
import { photoRefusal, uploadInTurn } from './uploads.ts'

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

const file = { name: 'sofa.jpg', type: 'image/jpeg', size: 1000 }

it('accepts the photos that every browser shows', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp']) expect(photoRefusal({ ...file, type })).toBeUndefined()
})

it('says which file it refuses and what to do', () => {
  expect(photoRefusal({ name: 'IMG_1.HEIC', type: '', size: 10 })).toMatch(/^IMG_1\.HEIC: This is a HEIC photo/)
  expect(photoRefusal({ ...file, type: 'image/heif' })).toMatch(/HEIC/)
  expect(photoRefusal({ name: 'a.pdf', type: 'application/pdf', size: 10 })).toBe('a.pdf: Please choose a JPEG, PNG or WebP photo.')
  expect(photoRefusal({ ...file, size: 10_000_001 })).toBe('sofa.jpg: Photos can be up to 10 MB.')
  expect(photoRefusal({ ...file, size: 0 })).toMatch(/can’t read this photo/)
})
