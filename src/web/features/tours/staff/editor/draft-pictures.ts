import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { DayDraft, TourDraft } from './tour-draft.ts'

type Shown = Pick<TourDraft, 'images' | 'itinerary'>

/** Returns the pictures that a tour shows elsewhere than on this day, each once: the tour's own first, then those of the other days. */
export function otherPictures({ images, itinerary }: Shown, day: DayDraft): StaffPicture[] {
  const all = new Map([...images, ...itinerary.flatMap((each) => each.images)].map((picture) => [picture.id, picture]))
  for (const { id } of day.images) all.delete(id)
  return [...all.values()]
}

/** Returns the parts of a draft that show pictures, with this one as it is described now. */
export function redescribed({ images, itinerary }: Shown, picture: StaffPicture): Shown {
  const now = (pictures: StaffPicture[]) => pictures.map((each) => (each.id === picture.id ? picture : each))
  return { images: now(images), itinerary: itinerary.map((day) => ({ ...day, images: now(day.images) })) }
}
