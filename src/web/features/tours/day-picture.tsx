import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import type { OpenLightbox } from './use-lightbox.tsx'

type Props = {
  /** Those of the day; the viewer leafs through them. */
  pictures: PictureRecord[]
  index: number
  dayTitle: string | undefined
  /** Whether it stands beside the day's text; the others are smaller. */
  isMain: boolean
  onOpen: OpenLightbox
}

/** A picture of a day, which a click enlarges. Its place is kept while it loads. */
export function DayPicture({ pictures, index, dayTitle, isMain, onOpen }: Props) {
  const picture = pictures[index]
  if (!picture) return null
  return (
    <button
      type="button"
      aria-label={`Enlarge: ${picture.alt || dayTitle || 'picture of the day'}`}
      onClick={() => onOpen(pictures, index)}
      className="group block w-full overflow-hidden rounded-field"
    >
      <Picture
        picture={picture}
        alt=""
        sizes={isMain ? '(min-width: 40rem) 17rem, 100vw' : '(min-width: 40rem) 17rem, 50vw'}
        className="aspect-3/2"
        imageClassName="transition-transform duration-300 group-hover:scale-102"
      />
    </button>
  )
}
