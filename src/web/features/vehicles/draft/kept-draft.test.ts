import { describe, expect, it } from 'vitest'
import { fromContent, mergeDrafts, restoreDraft, toContent } from './kept-draft.ts'
import { emptyDraft, emptyItem, withField, type Draft, type Photo } from './wizard-draft.ts'

const photo: Photo = { id: 'a', fileId: 'f1', name: 'sofa.jpg', state: 'kept', progress: 1, previewUrl: 'blob:1' }
const upload = { id: 'f1', itemId: 'i1', name: 'sofa.jpg', url: '/vehicles/photos/f1', width: 1, height: 1, bytes: 1 }
const item = { ...emptyItem(), id: 'i1', name: 'Sofa', length: '180', width: '90', height: '80', photos: [photo] }
const here: Draft = {
  ...withField(withField(emptyDraft(), 'pickupPinCode', 'SW1A 1AA'), 'name', 'Ada'),
  step: 3,
  items: [item],
  newItem: { ...emptyItem(), name: 'Lamp' },
}
const there = toContent({ ...withField(withField(emptyDraft(), 'name', 'Ana'), 'phone', '7911123456'), step: 2 })
const stored = (version: number, isAhead: boolean) => ({ owner: 'ada@example.org', version, isAhead, draft: here })

describe('a draft on its way to the server and back', () => {
  it('keeps fields, step, items and uploaded photos', () => {
    const back = fromContent(toContent(here), [upload])
    expect(back).toMatchObject({ step: 3, fields: here.fields, items: [{ id: 'i1', name: 'Sofa', length: '180' }] })
    expect(back.items[0]?.photos[0]).toMatchObject({ fileId: 'f1', state: 'kept', previewUrl: '/vehicles/photos/f1' })
  })

  it('assumes that pincodes past the first step are served', () => {
    expect(fromContent(there, []).servedPincodes).not.toBe('')
    expect(fromContent({ ...there, step: 1 }, []).servedPincodes).toBe('')
  })

  it('sends numbers that the server accepts, whatever is typed', () => {
    expect(toContent({ ...here, items: [{ ...item, length: '-5', width: 'x' }] }).items[0]).toMatchObject({ length: 0, width: 0 })
  })
})

describe('two copies of a draft', () => {
  it('are one when there is none here, or none there', () => {
    expect(mergeDrafts(undefined, { version: 1, draft: there, photos: [] }).fields.name).toBe('Ana')
    expect(mergeDrafts(undefined, { version: 0, draft: null, photos: [] }).fields.name).toBe('')
    expect(mergeDrafts(stored(0, true), { version: 0, draft: null, photos: [] })).toBe(here)
  })

  it("become this tab's when the server has nothing newer", () => {
    expect(mergeDrafts(stored(4, false), { version: 4, draft: there, photos: [] })).toBe(here)
  })

  it("become the server's newer one, with the item that is being described here", () => {
    const merged = mergeDrafts(stored(4, false), { version: 5, draft: there, photos: [] })
    expect(merged).toMatchObject({ step: 2, fields: { name: 'Ana' }, newItem: { name: 'Lamp' } })
  })

  it('lose nothing that was typed here when both have changed', () => {
    const merged = mergeDrafts(stored(4, true), { version: 5, draft: there, photos: [] })
    expect(merged.fields).toMatchObject({ name: 'Ada', phone: '7911123456', pickupPinCode: 'SW1A 1AA' })
    expect(merged.items.map(({ name }) => name)).toEqual(['Sofa'])
  })

  it('lose neither what was changed here nor what was changed elsewhere since both were the same', () => {
    const lamp = { ...item, id: 'i2', name: 'Lamp' }
    const base = toContent({ ...here, items: [item, lamp] })
    const elsewhere = toContent({ ...withField({ ...here, items: [item, { ...item, id: 'i3', name: 'Desk' }] }, 'name', ''), step: 2 })
    const own = { ...withField(here, 'phone', '7911123456'), items: [item, lamp, { ...item, id: 'i4', name: 'Bed' }] }
    const answer = { version: 5, draft: elsewhere, photos: [] }
    const merged = mergeDrafts({ ...stored(4, true), draft: own }, answer, base)
    expect(merged.fields).toMatchObject({ name: '', phone: '7911123456', pickupPinCode: 'SW1A 1AA' })
    expect(merged.items.map(({ name }) => name)).toEqual(['Sofa', 'Bed', 'Desk'])
    const removedHere = mergeDrafts({ ...stored(4, true), draft: { ...here, items: [] } }, answer, base)
    expect(removedHere.items.map(({ name }) => name)).toEqual(['Desk'])
  })

  it('are gone when it was booked in another tab, unless something has been typed since', () => {
    expect(mergeDrafts(stored(4, false), { version: 5, draft: null, photos: [] }).fields.name).toBe('')
    expect(mergeDrafts(stored(4, true), { version: 5, draft: null, photos: [] })).toBe(here)
  })
})

describe('a draft from the storage of the tab', () => {
  it('knows photos that were being uploaded by name only', () => {
    const onItsWay = { ...photo, fileId: null, state: 'uploading' as const }
    const restored = restoreDraft({ ...here, items: [{ ...item, photos: [onItsWay, photo] }] })
    expect(restored?.items[0]?.photos).toMatchObject([
      { name: 'sofa.jpg', state: 'failed', previewUrl: undefined },
      { name: 'sofa.jpg', state: 'kept', previewUrl: '/vehicles/photos/f1' },
    ])
  })

  it('is none when it is spoilt, and whole when parts are missing', () => {
    expect(restoreDraft('x')).toBeUndefined()
    expect(restoreDraft({ fields: {} })).toBeUndefined()
    expect(restoreDraft({ fields: { name: 'Ada', phone: 3 }, items: [], step: 99 })).toMatchObject({
      step: 0,
      fields: { name: 'Ada', phone: '' },
    })
  })
})
