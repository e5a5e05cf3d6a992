import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import type { OpenLightbox } from './use-lightbox.tsx'

/** 17rem wide beside the text. Above it (on phones and in the narrow column from 64rem), as wide as the day. */
const SIZES = '(min-width: 70rem) 17rem, (min-width: 64rem) 30rem, (min-width: 44rem) 17rem, 100vw'

type Props = {
  /** All pictures of the day, for the viewer to page through. */
  pictures: PictureRecord[]
  index: number
  dayTitle: string | undefined
  onOpen: OpenLightbox
}

export function DayPicture({ pictures, index, dayTitle, onOpen }: Props) {
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
        sizes={SIZES}
        className="aspect-3/2"
        imageClassName="transition-transform duration-300 group-hover:scale-102"
      />
    </button>
  )
}
