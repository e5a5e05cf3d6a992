import { expect, it } from 'vitest'
import { photoRefusal } from './photo-refusal.ts'

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
