import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { needing } from '#shared/lenient.ts'
import { responseOf } from './http.ts'
import { readLeniently } from './lenient-reader.ts'

const place = needing(z.object({ id: z.string(), name: z.string(), note: z.optional(z.string()) }), 'id')
const answer = z.object({
  places: z.array(place),
  seats: z.number(),
  price: z.nullable(z.string()),
  kind: z.enum(['a', 'b']),
  step: z._default(z.number(), 1),
})

describe('reading a response', () => {
  it('takes what is right as it is, and ignores unknown fields', () => {
    const right = { places: [{ id: '1', name: 'Kyoto', note: 'Tea' }], seats: 2, price: null, kind: 'a', step: 3 }
    expect(readLeniently(answer, { ...right, more: 1 })).toEqual(right)
  })

  it('leaves what is missing or spoilt undefined, except for lists and defaults', () => {
    expect(readLeniently(answer, { seats: 'soon', price: {}, kind: 'c', step: null })).toEqual({ places: [], step: 1 })
  })

  it('reads numbers sent as text, and text sent as numbers', () => {
    expect(readLeniently(answer, { seats: '12.5', places: [{ id: 7 }] })).toMatchObject({ seats: 12.5, places: [{ id: '7' }] })
    expect(readLeniently(answer, { seats: ' ' })?.seats).toBeUndefined()
  })

  it('leaves out the entries that lack what they need, and logs their number once', async () => {
    const log = vi.spyOn(console, 'debug').mockImplementation(() => {})
    const places = [{ id: '1' }, { name: 'Not signed in' }, null, { id: '' }, 'x', { id: '2', name: null }]
    const read = await responseOf(z.array(place), Promise.resolve(places))
    expect(read.map(({ id }) => id)).toEqual(['1', '2'])
    expect(log.mock.calls.map(([words]) => words as string)).toEqual(['[meridian] 4 entries of an answer are of no use'])
  })
})

describe('a response as a whole', () => {
  it.each([null, '<html>', 3, []])('is empty when it is %j and needs nothing', async (body) => {
    expect((await responseOf(answer, Promise.resolve(body))).places).toEqual([])
    expect(await responseOf(z.array(place), Promise.resolve(body))).toEqual([])
  })

  it('fails, like a failed call, when it lacks what it needs', async () => {
    await expect(responseOf(place, Promise.resolve({ name: 'x' }))).rejects.toThrow('The answer lacks what is needed')
    await expect(responseOf(place, Promise.reject(new Error('no response')))).rejects.toThrow('no response')
  })
})
