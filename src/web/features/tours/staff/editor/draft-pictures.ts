import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { DayDraft, TourDraft } from './tour-draft.ts'

type Shown = Pick<TourDraft, 'images' | 'itinerary'>

/** Pictures that the tour uses anywhere but on this day, without duplicates: the tour's own first, then those of other days. */
export function otherPictures({ images, itinerary }: Shown, day: DayDraft): StaffPicture[] {
  const all = new Map([...images, ...itinerary.flatMap((each) => each.images)].map((picture) => [picture.id, picture]))
  for (const { id } of day.images) all.delete(id)
  return [...all.values()]
}

/** Replaces the picture everywhere in the draft by this version, whose description has changed. */
export function redescribed({ images, itinerary }: Shown, picture: StaffPicture): Shown {
  const now = (pictures: StaffPicture[]) => pictures.map((each) => (each.id === picture.id ? picture : each))
  return { images: now(images), itinerary: itinerary.map((day) => ({ ...day, images: now(day.images) })) }
}
