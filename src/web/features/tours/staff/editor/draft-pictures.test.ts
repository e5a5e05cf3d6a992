import { expect, test } from 'vitest'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { FIELDS } from '../../../../../../tests/support/staff-tour-fields.ts'
import { otherPictures, redescribed } from './draft-pictures.ts'
import { toDraft } from './tour-draft.ts'

const picture = (id: string, alt = id): StaffPicture => ({
  id,
  name: id,
  filePath: `/art/${id}-1600.webp`,
  alt,
  original: null,
  crop: null,
})

const [first] = FIELDS.itinerary
if (!first) throw new Error('There is no day')
const draft = toDraft(
  { ...FIELDS, images: ['cover', 'lake'], itinerary: [first, { ...first, images: ['lake', 'inn'] }, { ...first, images: ['peak'] }] },
  ['cover', 'lake', 'inn', 'peak'].map((id) => picture(id)),
)
const [empty, full] = draft.itinerary
if (!empty || !full) throw new Error('There are no days')

test('a day is offered what the tour shows elsewhere, each picture once, the tour’s own first', () => {
  expect(otherPictures(draft, empty).map(({ id }) => id)).toEqual(['cover', 'lake', 'inn', 'peak'])
  expect(otherPictures(draft, full).map(({ id }) => id)).toEqual(['cover', 'peak'])
})

test('a description changes wherever its picture is shown, and nowhere else', () => {
  const { images, itinerary } = redescribed(draft, picture('lake', 'Boats on a lake'))
  expect(images.map(({ alt }) => alt)).toEqual(['cover', 'Boats on a lake'])
  expect(itinerary.map((day) => day.images.map(({ alt }) => alt))).toEqual([[], ['Boats on a lake', 'inn'], ['peak']])
})
