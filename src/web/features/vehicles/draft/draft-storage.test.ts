import { expect, it } from 'vitest'
import { provideSessionStorage } from '../../../../../tests/support/session-storage.ts'
import { findStoredDraft, forgetStoredDraft, storeDraft } from './kept-draft.ts'
import { emptyDraft, emptyItem, withField, type Photo } from './wizard-draft.ts'

const OWNER = 'ada@example.org'
const photo: Photo = { id: 'a', fileId: 'f1', name: 'sofa.jpg', state: 'kept', progress: 1, previewUrl: 'blob:1' }
const draft = { ...withField(emptyDraft(), 'name', 'Ada'), items: [{ ...emptyItem(), name: 'Sofa', photos: [photo] }] }

provideSessionStorage()

it('returns the draft with its version, and its photos with addresses that outlive the page', () => {
  storeDraft({ owner: OWNER, version: 3, isAhead: false, draft })
  expect(findStoredDraft(OWNER)).toMatchObject({
    version: 3,
    isAhead: false,
    draft: { fields: { name: 'Ada' }, items: [{ name: 'Sofa', photos: [{ previewUrl: '/vehicles/photos/f1' }] }] },
  })
  forgetStoredDraft()
  expect(findStoredDraft(OWNER)).toBeUndefined()
})

it('forgets what somebody else typed in this tab', () => {
  storeDraft({ owner: OWNER, version: 3, isAhead: true, draft })
  expect(findStoredDraft('ana@example.org')).toBeUndefined()
  expect(findStoredDraft(OWNER)).toBeUndefined()
})

it.each(['null', '7', '{', '[]', '{"owner":"ada@example.org"}', '{"owner":"ada@example.org","draft":{"fields":null,"items":[null]}}'])(
  'finds nothing when %s stands there',
  (text) => {
    sessionStorage.setItem('vehicle-draft', text)
    expect(findStoredDraft(OWNER)).toBeUndefined()
  },
)
